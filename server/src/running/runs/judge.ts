import { isQuery } from '#contract/languages.ts';
import type { RunChecks } from '#contract/runner-protocol.ts';
import { ALL_PASSED, type Check, type Checks, type Grader, type RunError, type RunOutcome } from '#contract/runs.ts';
import type { LessonFields } from '#contract/lessons.ts';
import type { AnswerOutput, AnswerVariable, ScreenFields } from '#contract/screens.ts';
import { checkInside } from './check-inside.ts';
import { checkOutput } from './check-output.ts';
import { checkPictures } from './check-pictures.ts';
import { checkResultTable } from './check-result-table.ts';
import { checkValue } from './check-value.ts';
import { checkVariables } from './check-variables.ts';
import { failuresOf, grade, type GradedSkill } from './grade.ts';

/** What a submission is compared with: the stored answer, or the result of running it (`dynamic_answer`). */
export interface Answer {
  output: AnswerOutput | null;
  variables: readonly AnswerVariable[];
}

/** A finished run of `code` on a screen, to be judged. */
export interface Judged {
  lesson: Pick<LessonFields, 'type' | 'language'>;
  screen: Pick<ScreenFields, 'check_output' | 'check_val' | 'check_scope' | 'error_okay' | 'is_experimental'>;
  /** The checks requested inside the sandbox; null: none. */
  inside: Pick<RunChecks, 'custom' | 'legacy'> | null;
  /** Of the screen. */
  skills: readonly GradedSkill[];
  answer: Answer;
  code: string;
  run: RunOutcome;
}

export interface Judgement {
  checks: Checks;
  /** 'All passed.' or 'Wrong answer: N check(s) failed.'; null if nothing was checked. */
  summary: string | null;
  /** Null outside of assessments. */
  grader: Grader | null;
  /** An error in the check inside the sandbox; null if there is none. */
  error: RunError | null;
}

const OFF: Check = { enabled: false, pass: false, results: [] };

/** Judges a finished run by the checks of its screen. Everything compared here is data, outside the sandbox. */
export async function judge({ lesson, screen, inside, skills, answer, code, run }: Judged): Promise<Judgement> {
  const pattern = screen.check_val ?? '';
  const checks: Checks = {
    output: screen.check_output ? outputCheck(lesson.language, answer.output, run) : OFF,
    variables: answer.variables.length > 0 ? checkVariables(answer.variables, run.vars) : OFF,
    value: pattern === '' ? OFF : await checkValue({ pattern, scope: screen.check_scope, commands: [code], output: run.output }),
    custom: inside?.custom ? checkInside('custom', run.custom) : OFF,
    legacy: inside?.legacy ? checkInside('legacy', run.legacy) : OFF,
  };
  const error = screen.error_okay ? null : run.error;
  return {
    checks,
    summary: summarise(checks, error),
    grader: lesson.type === 'assessment' ? grade(checks, error, skills, screen.is_experimental) : null,
    error: run.custom?.error ?? run.legacy?.error ?? null,
  };
}

function outputCheck(language: LessonFields['language'], answer: AnswerOutput | null, run: RunOutcome): Check {
  if (answer) {
    const text = isQuery(language) ? checkResultTable(answer.stdout, run.output) : checkOutput(answer.stdout, run.output);
    const pictures = checkPictures(answer.images, run.images);
    return pictures ? { ...text, pass: text.pass && pictures.pass, results: [...text.results, pictures] } : text;
  }
  const feedback = 'The answer has no recorded output. Run the answer and store its output.';
  return {
    enabled: true,
    pass: false,
    results: [{ name: 'output', pass: false, expected: null, actual: run.output, feedback, hints: [] }],
  };
}

/** An unexpected error counts as one failure (`error_okay`). */
function summarise(checks: Checks, error: RunError | null): string | null {
  if (!Object.values(checks).some((check) => check.enabled)) return null;
  const failed = failuresOf(checks).length + (error ? 1 : 0);
  return failed === 0 ? ALL_PASSED : `Wrong answer: ${failed} check(s) failed.`;
}
