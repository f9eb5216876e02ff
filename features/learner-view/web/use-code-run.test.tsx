import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { PreviewRun } from '#features/publishing/contract/previews.ts';
import { type LearnerCalls, LearnerCallsContext } from './learner-calls.ts';
import { useCodeRun } from './use-code-run.ts';

it.each([true, false])('requests a verdict only for a submission: %s', async (isSubmitted) => {
  const run = vi.fn<LearnerCalls['run']>(() => Promise.reject(new Error('no')));
  const missing = (): Promise<PreviewRun> => Promise.reject(new Error('This is not called.'));
  const calls = { run, runResult: missing, stopRun: missing, errorText: String } as unknown as LearnerCalls;
  let start = (_code: string, _isSubmitted: boolean, _inputs?: string): Promise<unknown> =>
    Promise.reject(new Error('The hook has not run.'));
  function Host() {
    const used = useCodeRun(2);
    useEffect(() => {
      start = used.start;
    });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() =>
    root.render(
      <LearnerCallsContext value={calls}>
        <Host />
      </LearnerCallsContext>,
    ),
  );
  await act(async () => void (await start('x = 1', isSubmitted, 'Ada')));
  expect(run.mock.calls).toEqual([[2, 'x = 1', isSubmitted, 'Ada']]);
  act(() => root.unmount());
});

it.each([
  ['a submission is followed to its verdict', true, 'run'],
  ['another run is not waited for', false, undefined],
])('when its screen is left, %s', async (_, isSubmitted, runId) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const pending = { status: 'pending', run_id: 'run', queue_position: 0 } as const;
  const calls = {
    run: () => Promise.resolve(pending),
    runResult: () => Promise.resolve({ status: 'done', run_id: 'run' }),
  } as unknown as LearnerCalls;
  let used: ReturnType<typeof useCodeRun> | null = null;
  function Host() {
    const own = useCodeRun(2);
    useEffect(() => {
      used = own;
    });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() =>
    root.render(
      <LearnerCallsContext value={calls}>
        <Host />
      </LearnerCallsContext>,
    ),
  );
  let ended: Promise<{ run_id: string | null } | null> | undefined;
  await act(async () => {
    ended = used?.start('x = 1', isSubmitted);
    await vi.advanceTimersByTimeAsync(0);
  });
  act(() => root.unmount());
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect((await ended)?.run_id).toBe(runId);
});
