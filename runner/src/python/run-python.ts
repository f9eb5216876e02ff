/** Runs the Python program in a sandbox within its limits, and reads what it produces. */

import type { RunLimits, RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import type { RunEnd, RunHooks } from '../language-runtime.ts';
import { readStart } from '../read-start.ts';
import { SandboxFailure } from '../sandbox/explain-failure.ts';
import type { RunProcess } from '../sandbox/sandbox-process.ts';
import { type EndedFromOutside, readReport, toOutcome } from './report.ts';

/** Until the program inside reports that it has started. */
const START_MS = 30_000;
/** Added to the time limit in case the supervisor was stopped; it enforces the limit and then waits nine seconds at most. */
const END_MS = 11_000;
/** Both kinds of checks get the time limit once for themselves and once for the answer: see `seconds_for` in checking.py. */
const CHECK_SHARES = 4;
/** Where the answer runs after earlier code. */
const EARLIER_CHECK_SHARES = 6;
const CHECK_EXTRA_MS = 5_000;
/** What a run does besides its code, for which it has time of its own. */
export interface BackstopParts {
  readonly hasChecks: boolean;
  readonly hasEarlier: boolean;
}

export function backstopOf({ checks, earlier }: Pick<RunnerRunRequest, 'checks' | 'earlier'>): BackstopParts {
  return { hasChecks: checks !== null, hasEarlier: earlier.length > 0 };
}

/** Size of a report besides the records that `result_bytes` limits. */
const REPORT_EXTRA = 64 * 1024;

/**
 * Runs the Python program and assembles its outcome.
 *
 * @param start starts it with the request as input
 * @throws SandboxFailure if no code was run
 */
export async function runPython(
  start: () => Promise<RunProcess>,
  limits: RunLimits,
  hooks: RunHooks,
  { hasChecks, hasEarlier }: BackstopParts,
): Promise<RunEnd> {
  const startedAt = performance.now();
  const run = await start();
  hooks.onReady?.();
  let ended: EndedFromOutside | null = null;
  const end = (why: EndedFromOutside) => {
    ended ??= why;
    run.kill();
  };
  const stop = () => end('by stop');
  hooks.signal.addEventListener('abort', stop, { once: true });
  if (hooks.signal.aborted) stop();
  let backstop = setTimeout(() => end('by backstop'), START_MS);
  let isReady = false;
  const onReport = () => {
    if (isReady) return;
    isReady = true;
    clearTimeout(backstop);
    backstop = setTimeout(
      () => end('by backstop'),
      limits.wall_seconds * 1000 * (hasEarlier ? 2 : 1) +
        END_MS +
        (hasChecks ? limits.wall_seconds * 1000 * (hasEarlier ? EARLIER_CHECK_SHARES : CHECK_SHARES) + CHECK_EXTRA_MS : 0),
    );
  };
  const keep = (stream: 'stdout' | 'stderr') =>
    readStart(
      run[stream],
      limits.stream_bytes,
      (text) => hooks.onText(stream, text),
      () => end('by output'),
    );
  try {
    const [stdout, stderr, { text: written }, exit] = await Promise.all([
      keep('stdout'),
      keep('stderr'),
      readStart(run.report, limits.result_bytes + REPORT_EXTRA, onReport, () => end('by output')),
      run.ended,
    ]);
    const report = readReport(written);
    if (!report.isReady && ended === null && !exit.isOutOfMemory) throw new SandboxFailure(stderr.text);
    const duration_ms = Math.round(performance.now() - startedAt);
    const outcome = toOutcome({ stdout, stderr, report, ended, isOutOfMemory: exit.isOutOfMemory, limits, duration_ms });
    return { outcome, isStopped: ended === 'by stop', checkSeconds: report.checkSeconds };
  } finally {
    hooks.signal.removeEventListener('abort', stop);
    clearTimeout(backstop);
  }
}
