import { expect, it } from 'vitest';
import type { runForGuest } from '#features/runs/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { GuestRuns, type GuestRunInput } from './guest-runs.ts';
import { MESSAGES } from './messages.ts';

/** Runs that last until they are stopped. */
function startRuns(learnerRunsAtOnce: number, learnerRunsPerHour = 100) {
  const signals: AbortSignal[] = [];
  const run: typeof runForGuest = (_platform, _request, { signal }) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  };
  const platform = { config: { limits: { learnerRunsAtOnce, learnerRunsPerHour } }, log: { error: () => undefined } };
  const runs = new GuestRuns(platform as unknown as Platform, run);
  /** Whether a learner of the link gets a run, or why not. */
  const start = async (linkId: number): Promise<string> => {
    const started = signals.length;
    const reply = runs.start({ linkId, screen: 1 } as GuestRunInput).then(
      () => 'ended',
      (error: { code?: string }) => String(error.code),
    );
    return signals.length > started ? 'started' : await reply;
  };
  return { runs, start };
}

it('a class runs code through one link at once, and one more waits its turn', async () => {
  const { runs, start } = startRuns(30);
  for (let learner = 0; learner < 30; learner++) expect(await start(1)).toBe('started');
  expect(await start(1)).toBe('too_many');
  expect(await start(2)).toBe('started');
  await runs.close();
});

it('a run that the server stopped was not stopped by its learner', async () => {
  const signal = Promise.withResolvers<void>();
  const run: typeof runForGuest = (_platform, _request, hooks) =>
    new Promise((resolve) => {
      signal.resolve();
      hooks.signal.addEventListener('abort', () => resolve({ error: 'Stopped.' } as Awaited<ReturnType<typeof runForGuest>>));
    });
  const platform = { config: { limits: { learnerRunsAtOnce: 1, learnerRunsPerHour: 1 } } } as unknown as Platform;
  const runs = new GuestRuns(platform, run);
  const reply = runs.start({ linkId: 1, screen: 1 } as GuestRunInput);
  await signal.promise;
  const closed = runs.close();
  await expect(reply).rejects.toMatchObject({ code: 'unavailable', message: MESSAGES.restarted });
  await closed;
});

it('all links of a server have room for four classes', async () => {
  const { runs, start } = startRuns(2);
  for (const link of [1, 1, 2, 2, 3, 3, 4, 4]) expect(await start(link)).toBe('started');
  expect(await start(5)).toBe('too_many');
  await runs.close();
});

it('a link has a limit of runs per hour', async () => {
  const { runs, start } = startRuns(30, 3);
  for (let learner = 0; learner < 3; learner++) expect(await start(1)).toBe('started');
  expect(await start(1)).toBe('too_many');
  await runs.close();
});

it('ends the attempt of a submission that has no verdict', async () => {
  const run: typeof runForGuest = () => Promise.reject(new Error('The runner is gone.'));
  const platform = { config: { limits: { learnerRunsAtOnce: 1, learnerRunsPerHour: 2 } }, log: { error: () => undefined } };
  const runs = new GuestRuns(platform as unknown as Platform, run);
  const ended: boolean[] = [];
  const attempt = () => ({ judged: () => undefined, end: () => void ended.push(true) });
  const input = { linkId: 1, screen: 1, attempt } as unknown as GuestRunInput;
  await expect(runs.start({ ...input, isChecked: true })).rejects.toMatchObject({ code: 'unavailable' });
  await expect(runs.start({ ...input, isChecked: false })).rejects.toMatchObject({ code: 'unavailable' });
  expect(ended).toEqual([true]);
});
