import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import { observedRuns } from '#platform/server/observed.ts';

interface End {
  readonly outcome: RunOutcome;
  readonly stopped: boolean;
}

/**
 * Carries out a run and reports how long it waited and ran, and how it ended. @param nameFailure How a failed one ended;
 * null: it continues without this server.
 */
export async function observeRun<Hooks extends { readonly onEvent: (event: never) => void }>(
  language: string,
  hooks: Hooks,
  run: (hooks: Hooks) => Promise<End>,
  nameFailure: (error: unknown) => string | null,
): Promise<End> {
  if (!observedRuns.isHeard) return run(hooks);
  const sentAt = performance.now();
  let startedAt: number | null = null;
  const report = (ended: string): void => {
    const seconds = startedAt === null ? null : (performance.now() - startedAt) / 1000;
    observedRuns.send({ language, ended, waitedSeconds: startedAt === null ? null : (startedAt - sentAt) / 1000, seconds });
  };
  const tell = hooks.onEvent as (event: { readonly type: string }) => void;
  const onEvent = (event: { readonly type: string }): void => {
    if (event.type === 'started') startedAt ??= performance.now();
    tell(event);
  };
  try {
    const end = await run({ ...hooks, onEvent });
    report(end.stopped ? 'stopped' : (end.outcome.limit ?? 'done'));
    return end;
  } catch (error) {
    const ended = nameFailure(error);
    if (ended !== null) report(ended);
    throw error;
  }
}
