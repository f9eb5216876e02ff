import { ALL_PASSED, CHECK_KINDS, type CheckResult, type Checks, type Grader, type RunError } from '#contract/runs.ts';

/** A skill that an assessment's screen is about. */
export interface GradedSkill {
  readonly name: string;
  readonly point_value: number;
}

/**
 * Grades a run on an assessment's screen.
 *
 * A skill gets its points if all checks that name it pass; one that no check names, if the whole answer is right. On an
 * experimental screen nothing is graded.
 *
 * @param error An error that fails the screen; null if there is none.
 */
export function grade(checks: Checks, error: RunError | null, skills: readonly GradedSkill[], isExperimental: boolean): Grader {
  const failures = failuresOf(checks);
  const isRight = failures.length === 0 && error === null;
  const counted = isExperimental ? [] : skills;
  return {
    answer_checker_feedback: isRight ? ALL_PASSED : (feedbackFrom(failures) ?? errorText(error)),
    correct: isRight || isExperimental,
    skill_names: skills.map(({ name }) => name),
    skill_results: counted.map(({ name, point_value }) => {
      const correct = isSkillShown(checks, name) ?? isRight;
      return { name, points: correct ? point_value : 0, correct };
    }),
  };
}

/** In the order in which the checks are declared, without skipped ones. */
export function failuresOf(checks: Checks): CheckResult[] {
  return CHECK_KINDS.flatMap((kind) => (checks[kind].enabled ? checks[kind].results : [])).filter(
    (result) => !result.pass && result.counts !== false,
  );
}

/** The author's own feedback takes precedence; otherwise the first failure's. */
function feedbackFrom(failures: readonly CheckResult[]): string | undefined {
  const told = failures.filter(({ feedback }) => feedback !== null);
  return (told.find((result) => result.has_custom_feedback) ?? told[0])?.feedback ?? undefined;
}

function errorText(error: RunError | null): string {
  return error === null ? 'This is not right yet.' : `Your code ended with an error: ${error.name}: ${error.message}`;
}

/** Undefined if no check names the skill. */
function isSkillShown(checks: Checks, name: string): boolean | undefined {
  const named = [...checks.custom.results, ...checks.legacy.results].filter((result) => result.tag_id === name);
  return named.length === 0 ? undefined : named.every((result) => result.pass);
}
