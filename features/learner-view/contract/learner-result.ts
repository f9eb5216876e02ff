import type { PreviewCheck, PreviewResult } from '#features/publishing/contract/previews.ts';
import { ALL_PASSED, CHECK_KINDS, type RunResult } from '#features/runs/contract/runs.ts';
import type { CheckResult } from '#platform/contract/run-outcome.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { UNIT_TEST, type UnitShows } from '#platform/contract/unit-tests.ts';

/** What a learner sees of a run. The same for builds, and for authors who preview a screen. */

/** Most characters of a variable's text. */
const VARIABLE_SHOWN = 2_000;
const NOT_RIGHT = 'This isn’t right yet.';
const LESSON_MISTAKE = 'The lesson has a mistake: the check of this screen doesn’t work.';

/** What decides how much a learner sees. */
export interface LearnerSight {
  /** False: the code was only run, and there is no verdict. */
  readonly isSubmitted: boolean;
  /** Assessments report at the end. */
  readonly isAssessment: boolean;
  readonly isExperimental: boolean;
  /** `show_expected_values` of the lesson. */
  readonly showsExpected: boolean;
  /** `unit_test_shows` of the screen. */
  readonly unitShows: UnitShows;
  /** What the author says once the screen is solved. */
  readonly success?: { readonly success_html?: SafeHtml };
}

/** A run's result as its learner sees it: expected values only in the feedback, and only where the author wants it. */
export function learnerResult(runId: string, result: RunResult, sight: LearnerSight): PreviewResult {
  const showsVerdict = sight.isSubmitted && !sight.isAssessment;
  const isRight = isCorrect(result) || sight.isExperimental;
  const checks = CHECK_KINDS.flatMap((kind) => {
    const { enabled, results } = result.checks[kind];
    if (!enabled) return [];
    return kind === 'unit' ? unitChecks(results, sight.unitShows) : learnerChecks(results, sight.showsExpected);
  });
  return {
    status: 'done',
    run_id: runId,
    output: result.output,
    stderr: result.stderr,
    error: result.error,
    error_line: result.error_line,
    earlier_errors: result.earlier_errors,
    images: result.images,
    variables: result.vars.map(({ name, type_name, string_form }) => ({
      name,
      type_name,
      string_form: string_form.slice(0, VARIABLE_SHOWN),
    })),
    limit: result.limit,
    limit_at: result.limit_at,
    is_cut: result.cut.length > 0,
    verdict: showsVerdict ? { is_correct: isRight, checks, ...(isRight && sight.success) } : null,
  };
}

/** Whether a submission is right. Without checks it is if it ends without an error. */
export function isCorrect({ check_summary, error }: Pick<RunResult, 'check_summary' | 'error'>): boolean {
  return check_summary === null ? error === null : check_summary === ALL_PASSED;
}

/** The check of a terminal, as the server reports it to authors. */
interface TerminalOutcome {
  readonly success: boolean;
  readonly value: { readonly enabled: boolean; readonly success: boolean | null; readonly feedback: string | null };
  readonly custom: { readonly results: readonly CheckResult[]; readonly error: string | null };
  readonly unit: { readonly results: readonly CheckResult[]; readonly error: string | null };
}

/** A terminal's verdict as its learner sees it. */
export function learnerTerminalVerdict(
  { success: isRight, value, custom, unit }: TerminalOutcome,
  showsExpected: boolean,
  unitShows: UnitShows,
  success: LearnerSight['success'] = {},
): { is_correct: boolean; checks: PreviewCheck[]; success_html?: SafeHtml } {
  const checks: PreviewCheck[] = [];
  if (value.enabled) checks.push({ pass: value.success === true, feedback: value.feedback, hints: [] });
  // The traceback of a broken check would reveal what it looks for.
  if (custom.error !== null || unit.error !== null) checks.push({ pass: false, feedback: LESSON_MISTAKE, hints: [] });
  const inside = [...learnerChecks(custom.results, showsExpected), ...unitChecks(unit.results, unitShows)];
  return { is_correct: isRight, checks: [...checks, ...inside], ...(isRight && success) };
}

/** Tests with their names, passed or not, and as much of a failure as the author wants learners to see. */
function unitChecks(results: readonly CheckResult[], shows: UnitShows): PreviewCheck[] {
  return results
    .filter(({ counts }) => counts !== false)
    .map(({ pass, name, checker_id, feedback, traceback }) => {
      // The server's own text: the tests didn't run, or have a mistake.
      if (checker_id !== UNIT_TEST) return { pass, feedback, hints: [] };
      const showsReason = !pass && shows !== 'name';
      return {
        pass,
        name,
        feedback: showsReason ? feedback : null,
        hints: [],
        ...(showsReason && shows === 'everything' && traceback && { traceback }),
      };
    });
}

function learnerChecks(results: readonly CheckResult[], showsExpected: boolean): PreviewCheck[] {
  return results
    .filter(({ counts }) => counts !== false)
    .map(({ pass, feedback, feedback_without_answer, hints, hint }) => ({
      pass,
      feedback: pass ? null : ((showsExpected ? null : feedback_without_answer) ?? feedback ?? NOT_RIGHT),
      hints: pass ? [] : [...new Set([...hints, ...(hint ? [hint] : [])])],
    }));
}
