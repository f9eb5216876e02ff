/** Sends one request to a runner. */

import { Readable } from 'node:stream';
import type { RunProgress } from '#features/runners/server/index.ts';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import type { RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ActiveRuns, Signals } from './active-runs.ts';
import { sha256Of } from './run-request.ts';

/** Runs code on a runner and returns its outcome in a form that the database can store. */
export async function sendToRunner(
  { platform: { runners, blobs } }: Pick<ActiveRuns, 'platform'>,
  runnerName: string,
  request: RunnerRunRequest,
  { stop, leave }: Signals,
  onEvent: (event: RunProgress) => void,
  onStart: () => Promise<void> = () => Promise.resolve(),
): Promise<{ outcome: RunOutcome; stopped: boolean }> {
  const hooks = { signal: stop, leave, onEvent, onStart, readBlob: blobReader({ blobs }, request.code) };
  const { outcome, stopped } = await runners.run(runnerName, request, hooks);
  return { outcome: toStorable(outcome), stopped };
}

/** Reads the files of a run. The submitted file isn't stored: it is the code of the run. */
export function blobReader({ blobs }: Pick<Platform, 'blobs'>, code: string): (sha256: string) => Promise<Readable> {
  const submitted = sha256Of(code);
  return (sha256) => (sha256 === submitted ? Promise.resolve(Readable.from([Buffer.from(code)])) : blobs.stream(sha256));
}

/**
 * A run's result in a form that the database can store: PostgreSQL's jsonb accepts neither NUL nor unpaired surrogates,
 * and code may print both. They become `␀` and `�`, in answers and submissions alike.
 */
export function toStorable<T>(result: T): T {
  return JSON.parse(JSON.stringify(result), (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '␀').toWellFormed() : value,
  ) as T;
}
