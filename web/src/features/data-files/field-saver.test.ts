import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FieldSaver, PAUSE_MS } from './field-saver.ts';

interface Fields {
  alias: string;
  lines: number | null;
  preview: boolean;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A saver whose saves end when the test says so. */
function makeSaver() {
  const sent: Partial<Fields>[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const saver = new FieldSaver<Fields>((fields) => {
    sent.push(fields);
    return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
  });
  const end = async (error?: Error) => {
    const next = ends.shift();
    if (error) next?.reject(error);
    else next?.resolve();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { saver, sent, end };
}

it('sends what is typed once, after a pause of 1.5 s', async () => {
  const { saver, sent, end } = makeSaver();
  saver.type({ alias: 'a' });
  vi.advanceTimersByTime(PAUSE_MS - 1);
  saver.type({ alias: 'ab' });
  vi.advanceTimersByTime(PAUSE_MS - 1);
  expect(sent).toEqual([]);
  expect(saver.state().state).toBe('unsaved');
  vi.advanceTimersByTime(1);
  expect(PAUSE_MS).toBe(1_500);
  expect(sent).toEqual([{ alias: 'ab' }]);
  expect(saver.state().state).toBe('saving');
  await end();
  expect(saver.state()).toEqual({ edits: {}, state: 'saved', error: null });
});

it('sends what is chosen at once, together with what waits', () => {
  const { saver, sent } = makeSaver();
  saver.type({ alias: 'a' });
  saver.choose({ preview: true });
  expect(sent).toEqual([{ alias: 'a', preview: true }]);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(sent).toHaveLength(1);
});

it('keeps one save under way, and sends after it what came meanwhile', async () => {
  const { saver, sent, end } = makeSaver();
  saver.choose({ preview: true });
  saver.choose({ lines: 5 });
  saver.choose({ lines: 6 });
  expect(sent).toHaveLength(1);
  await end();
  expect(sent).toEqual([{ preview: true }, { lines: 6 }]);
  expect(saver.state().edits).toEqual({ lines: 6 });
  await end();
  expect(saver.state().state).toBe('saved');
});

it('keeps the edits of a failed save, and sends them again when asked to', async () => {
  const { saver, sent, end } = makeSaver();
  const failure = new Error('no connection');
  saver.choose({ alias: 'a' });
  await end(failure);
  expect(saver.state()).toEqual({ edits: { alias: 'a' }, state: 'failed', error: failure });
  saver.flush();
  await end();
  expect(sent).toEqual([{ alias: 'a' }, { alias: 'a' }]);
  expect(saver.state()).toEqual({ edits: {}, state: 'saved', error: null });
});

it('gives up what is discarded', async () => {
  const { saver, sent, end } = makeSaver();
  saver.choose({ alias: 'a' });
  await end(new Error('refused'));
  saver.discard();
  saver.flush();
  expect(sent).toHaveLength(1);
  expect(saver.state()).toEqual({ edits: {}, state: 'saved', error: null });
});
