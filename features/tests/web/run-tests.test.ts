import { describe, expect, it, vi } from 'vitest';
import type { ScreenTest } from '../contract/screen-tests.ts';
import { runTests, type TestCalls } from './run-tests.ts';

const buildTest = (id: number, status: ScreenTest['status']) => ({ id, status }) as ScreenTest;
const buildCalls = (given: Partial<TestCalls> = {}): TestCalls => ({
  run: async (id) => buildTest(id, 'Done'),
  look: async (id) => buildTest(id, 'Done'),
  stop: async (id) => buildTest(id, 'Run Error'),
  pause: async () => undefined,
  ...given,
});
const buildProgress = () => ({
  onStart: vi.fn<(id: number) => void>(),
  onEnd: vi.fn<(test: ScreenTest) => void>(),
  onError: vi.fn<(id: number, error: unknown) => void>(),
});
const never = new AbortController().signal;

describe('running tests', () => {
  it('runs them one after another', async () => {
    let running = 0;
    let most = 0;
    const run = async (id: number) => {
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      running -= 1;
      return buildTest(id, 'Done');
    };
    const progress = buildProgress();
    await runTests([3, 1, 2], 1, buildCalls({ run }), progress, never);
    expect(most).toBe(1);
    expect(progress.onEnd.mock.calls.map(([test]) => test.id)).toEqual([3, 1, 2]);
  });

  it('runs them in parallel on request', async () => {
    const gate = Promise.withResolvers<void>();
    const started: number[] = [];
    const run = async (id: number) => {
      started.push(id);
      if (started.length === 2) gate.resolve();
      await gate.promise;
      return buildTest(id, 'Done');
    };
    await runTests([1, 2, 3], 2, buildCalls({ run }), buildProgress(), never);
    expect(started).toEqual([1, 2, 3]);
  });

  it('polls a test that outlasts its call', async () => {
    const look = vi.fn<TestCalls['look']>().mockResolvedValueOnce(buildTest(1, 'Running')).mockResolvedValue(buildTest(1, 'Done'));
    const progress = buildProgress();
    await runTests([1], 1, buildCalls({ run: async (id) => buildTest(id, 'Running'), look }), progress, never);
    expect(look).toHaveBeenCalledTimes(2);
    expect(progress.onEnd).toHaveBeenCalledOnce();
  });

  it('continues after a failed call', async () => {
    const progress = buildProgress();
    const run = async (id: number) => {
      if (id === 1) throw new Error('away');
      return buildTest(id, 'Done');
    };
    await runTests([1, 2], 1, buildCalls({ run }), progress, never);
    expect(progress.onError).toHaveBeenCalledWith(1, expect.objectContaining({ message: 'away' }));
    expect(progress.onEnd).toHaveBeenCalledWith(buildTest(2, 'Done'));
  });

  it('stops running tests and skips the rest', async () => {
    const stopping = new AbortController();
    const stop = vi.fn<TestCalls['stop']>(async (id) => buildTest(id, 'Run Error'));
    const progress = buildProgress();
    const run = async (id: number) => {
      stopping.abort();
      return buildTest(id, 'Running');
    };
    await runTests([1, 2], 1, buildCalls({ run, stop, look: async (id) => buildTest(id, 'Run Error') }), progress, stopping.signal);
    expect(stop).toHaveBeenCalledExactlyOnceWith(1);
    expect(progress.onStart.mock.calls).toEqual([[1]]);
  });
});
