/** Runs the same code many times and judges each run like a learner's, without storing anything. */

import { unitTestsOf } from '#platform/contract/unit-tests.ts';
import type { RunResult } from '../contract/runs.ts';
import { blobReader, type RunServices, toStorable } from './execute-run.ts';
import { storedAnswer, toResult } from './judge.ts';
import type { RunContext } from './run-context.ts';
import { NO_USER, type GuestRunRequest } from './run-for-guest.ts';
import { requestedChecks, runRequest, withValues } from './run-request.ts';

/** Whether one request to the runner is all that a run of this screen needs: no unit tests, and no answer that runs beside it. */
export function canRepeat({ fields, lesson, screen }: RunContext): boolean {
  const isAnswerRun = fields.dynamic_answer && (fields.check_output || screen.attached.answer_variables.length > 0);
  return !isAnswerRun && unitTestsOf(lesson.language, fields) === null;
}

type Repeated = Pick<GuestRunRequest, 'id' | 'owner' | 'context' | 'code'> & { readonly runnerName: string; readonly isBrief: boolean };

/**
 * Repeats a run on a runner that can do so (`RunnerPool.variesOn`). Runs with the same outcome are judged once.
 *
 * @param isBrief The run is known to end within moments.
 * @param onResult Receives the result of each run, in the order of their ends.
 * @throws AppError `unavailable` with the reason if nothing can run it; the signal's reason if it was stopped.
 */
export async function repeatForGuest(
  platform: RunServices,
  { id, owner, context, code: written, runnerName, isBrief }: Repeated,
  count: number,
  { signal, onResult }: { signal: AbortSignal; onResult: (result: RunResult) => void },
): Promise<void> {
  const code = withValues(context, written);
  const checks = requestedChecks(context.lesson, context.fields);
  const submission = { context, session: null, code, isApplication: false };
  const run = { ...runRequest({ id, user_id: NO_USER, owner, isBackground: true }, submission, checks), keep_seconds: 0 };
  const address = { id, session_id: id, runner_name: runnerName, external_ip: null };
  const answer = storedAnswer(context.screen);
  const results: RunResult[] = [];
  const hooks = { signal, readBlob: blobReader(platform, code) };
  for await (const { outcome, same_as } of platform.runners.repeat(runnerName, { run, count, is_brief: isBrief }, hooks)) {
    const earlier = same_as === null ? undefined : results[same_as];
    const result = outcome === null ? earlier : await toResult(address, context, run, answer, toStorable(outcome), false);
    if (!result) throw new Error('A runner refers to a repeat that it did not report.');
    results.push(result);
    onResult(result);
  }
}
