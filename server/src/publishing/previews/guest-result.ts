import type { PreviewCheck, PreviewResult } from '#contract/previews.ts';
import { ALL_PASSED, CHECK_KINDS, type Checks, type RunResult } from '#contract/runs.ts';
import { MESSAGES } from './messages.ts';

/** Most characters of a variable's text. */
const VARIABLE_SHOWN = 2_000;

/**
 * A run's result as sent to the learner: never the expected values, except for the feedback of the checks.
 *
 * @param asked.isSubmitted False: it was only run, and there is no verdict. @param asked.isQuiet Assessments report at
 * the end.
 */
export function guestResult(
  runId: string,
  result: RunResult,
  asked: { isSubmitted: boolean; isQuiet: boolean; isExperimental: boolean },
): PreviewResult {
  const isTold = asked.isSubmitted && !asked.isQuiet;
  return {
    status: 'done',
    run_id: runId,
    output: result.output,
    stderr: result.stderr,
    error: result.error,
    error_line: result.error_line,
    images: result.images,
    variables: result.vars.map(({ name, type_name, string_form }) => ({
      name,
      type_name,
      string_form: string_form.slice(0, VARIABLE_SHOWN),
    })),
    limit: result.limit,
    limit_at: result.limit_at,
    is_cut: result.cut.length > 0,
    verdict: isTold ? { is_correct: isCorrect(result) || asked.isExperimental, checks: guestChecks(result.checks) } : null,
  };
}

/** Whether a submission is right. Without checks it is if it ends without an error. */
export function isCorrect({ check_summary, error }: Pick<RunResult, 'check_summary' | 'error'>): boolean {
  return check_summary === null ? error === null : check_summary === ALL_PASSED;
}

function guestChecks(checks: Checks): PreviewCheck[] {
  const results = CHECK_KINDS.flatMap((kind) => (checks[kind].enabled ? checks[kind].results : []));
  return results
    .filter(({ counts }) => counts !== false)
    .map(({ pass, feedback, hints, hint }) => ({
      pass,
      feedback: pass ? null : (feedback ?? MESSAGES.notRight),
      hints: pass ? [] : [...new Set([...hints, ...(hint ? [hint] : [])])],
    }));
}
