import type { PreviewCheck, PreviewResult } from '#contract/previews.ts';
import { ALL_PASSED, CHECK_KINDS, type Checks, type RunResult } from '#contract/runs.ts';
import { MESSAGES } from './messages.ts';

/** Of the text of a variable; characters. */
const VARIABLE_SHOWN = 2_000;

/**
 * What a run gave, as a learner is told of it: never what was expected, beyond what the feedback of the checks says.
 *
 * @param asked.isSubmitted False: it was run, and nothing is said of it. @param asked.isQuiet Assessments tell at the end.
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
    verdict: isTold ? { is_correct: isRight(result) || asked.isExperimental, checks: guestChecks(result.checks) } : null,
  };
}

/** Whether a submission is right. On a screen without checks it is when it ends without an error. */
export function isRight({ check_summary, error }: Pick<RunResult, 'check_summary' | 'error'>): boolean {
  return check_summary === null ? error === null : check_summary === ALL_PASSED;
}

function guestChecks(checks: Checks): PreviewCheck[] {
  const told = CHECK_KINDS.flatMap((kind) => (checks[kind].enabled ? checks[kind].results : []));
  return told
    .filter(({ counts }) => counts !== false)
    .map(({ pass, feedback, hints, hint }) => ({
      pass,
      feedback: pass ? null : (feedback ?? MESSAGES.notRight),
      hints: pass ? [] : [...new Set([...hints, ...(hint ? [hint] : [])])],
    }));
}
