import { limitText } from '#contract/run-limits.ts';
import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import type { RunOutcome, RunResult } from '#contract/runs.ts';
import { judge, type Answer } from './judge.ts';
import { MESSAGES } from './messages.ts';
import type { Place } from './place.ts';

/** The reply of a finished, judged run. Applications are not judged: they have not ended. */
export async function toResult(
  run: { id: string; session_id: string; runner_name: string; external_ip: string | null },
  place: Place,
  submission: RunnerRunRequest,
  answer: Answer,
  outcome: RunOutcome,
  stopped: boolean,
): Promise<RunResult> {
  const isApplication = submission.deploy;
  const judgement = await judge({
    lesson: place.lesson,
    screen: isApplication ? { ...place.fields, check_output: false, check_val: null } : place.fields,
    inside: submission.checks,
    skills: place.screen.attached.skills,
    answer: isApplication ? { output: null, variables: [] } : answer,
    code: submission.code,
    run: outcome,
  });
  return {
    status: 'done',
    code_run_id: run.id,
    session_id: run.session_id,
    runner_name: run.runner_name,
    output: outcome.output,
    stderr: outcome.stderr,
    error: isApplication ? launchError(outcome, stopped) : errorText(outcome, stopped),
    error_line: outcome.error?.line ?? null,
    error_column: outcome.error?.column ?? null,
    images: outcome.images,
    vars: outcome.vars,
    checks: judgement.checks,
    check_summary: stopped ? null : judgement.summary,
    limit: outcome.limit,
    limit_at: outcome.limit_at,
    cut: outcome.cut,
    files: outcome.files,
    duration_ms: outcome.duration_ms,
    grader: stopped ? null : judgement.grader,
    check_error: judgement.error,
    external_ip: run.external_ip,
  };
}

function errorText(outcome: RunOutcome, stopped: boolean): string | null {
  if (stopped) return MESSAGES.stopped;
  const traceback = outcome.error?.traceback ?? null;
  if (outcome.limit === null) return traceback;
  // A single line says no more than which limit it was.
  return traceback?.includes('\n') ? traceback : limitText(outcome.limit, outcome.limit_at);
}

/** The dictated text, with the reason if it is known. */
function launchError(outcome: RunOutcome, stopped: boolean): string | null {
  if (stopped) return MESSAGES.stopped;
  return outcome.error === null ? null : `${MESSAGES.launchFailed}\n${outcome.error.message}`;
}
