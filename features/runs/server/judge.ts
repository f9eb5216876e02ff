/** Judges a finished run by the checks of its screen, and builds the result for its page. */

import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import type { AnswerOutput, AnswerVariable, ScreenFields } from '#features/screens/contract/screens.ts';
import { isQuery } from '#platform/contract/languages.ts';
import { limitText } from '#platform/contract/run-limits.ts';
import type { CheckResult, InsideCheck, RunError, RunOutcome } from '#platform/contract/run-outcome.ts';
import type { RunChecks, RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { unitTestsOf } from '#platform/contract/unit-tests.ts';
import { ALL_PASSED, CHECK_KINDS, type Check, type Checks, type Grader, type RunResult } from '../contract/runs.ts';
import { engineOf } from '../engine.policy.ts';
import { checkOutput, checkPlots } from './check-output.ts';
import { checkResultTable, type AnswerRows } from './check-result-table.ts';
import { checkValue } from './check-value.ts';
import { checkVariables } from './check-variables.ts';
import { MESSAGES } from './messages.ts';
import { readRowOrder } from './row-order.ts';
import type { GradedSkill, RunContext } from './run-context.ts';

const OFF: Check = { enabled: false, pass: false, results: [] };
const NOT_REACHED = 'Couldn’t check this: your code did not finish, or it prevented the check from finishing.';
const NOTHING_CHECKED = 'The lesson has a mistake: the check of this screen checks nothing.';
const AUTHORS_MISTAKE = 'The lesson has a mistake: the check of this screen does not work.';

/** What a submission is compared with: the stored answer, or the result of running it (`dynamic_answer`). */
export interface Answer {
  output: AnswerOutput | null;
  variables: readonly AnswerVariable[];
  /** What the stored result of a query doesn't show about the order of its rows. Null: that isn't needed, or couldn't be had. */
  ranking: AnswerRows['ranking'];
}

/** A finished run of `code` on a screen, to be judged. */
export interface Judged {
  lesson: Pick<LessonFields, 'type' | 'language' | 'enabled_features'>;
  screen: Pick<ScreenFields, 'answer_code' | 'check_output' | 'check_val' | 'check_scope' | 'error_okay' | 'is_experimental'>;
  /** The checks requested inside the sandbox; null: none. */
  inside: Pick<RunChecks, 'custom' | 'legacy'> | null;
  /** The screen has unit tests, which ran on the code. */
  isUnitTested: boolean;
  /** Skills of the screen. */
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

/** The recorded result of the answer. */
export function storedAnswer(screen: RunContext['screen']): Answer {
  return { output: screen.attached.answer_output, variables: screen.attached.answer_variables, ranking: null };
}

/** Judges a finished run and builds its result. Applications are not judged: they have not ended. */
export async function toResult(
  run: { id: string; session_id: string; runner_name: string; external_ip: string | null },
  context: RunContext,
  request: RunnerRunRequest,
  answer: Answer,
  outcome: RunOutcome,
  stopped: boolean,
): Promise<RunResult> {
  const isApplication = request.deploy;
  const judgement = await judge({
    lesson: context.lesson,
    screen: isApplication ? { ...context.fields, check_output: false, check_val: null } : context.fields,
    inside: request.checks,
    isUnitTested: !isApplication && unitTestsOf(context.lesson.language, context.fields) !== null,
    skills: context.screen.attached.skills,
    answer: isApplication ? { output: null, variables: [], ranking: null } : answer,
    code: request.code,
    run: outcome,
  });
  return {
    status: 'done',
    code_run_id: run.id,
    session_id: run.session_id,
    runner_name: run.runner_name,
    output: outcome.output,
    stderr: outcome.stderr,
    error: isApplication ? launchError(outcome, stopped) : runErrorText(outcome, stopped),
    error_line: outcome.error?.line ?? null,
    error_column: outcome.error?.column ?? null,
    earlier_errors: outcome.earlier_errors,
    images: outcome.images,
    vars: outcome.vars,
    checks: judgement.checks,
    check_summary: stopped ? null : judgement.summary,
    limit: outcome.limit,
    limit_at: outcome.limit_at,
    cut: cutOf(outcome),
    files: outcome.files,
    duration_ms: outcome.duration_ms,
    grader: stopped ? null : judgement.grader,
    check_error: judgement.error,
    external_ip: run.external_ip,
  };
}

/** What was cut; `drawing`: plots that exist, but have no picture. */
function cutOf({ cut, plots, images }: RunOutcome): string[] {
  return plots !== null && plots > images.length && !cut.includes('images') ? [...cut, 'drawing'] : cut;
}

function runErrorText(outcome: RunOutcome, stopped: boolean): string | null {
  if (stopped) return MESSAGES.stopped;
  const traceback = outcome.error?.traceback ?? null;
  if (outcome.limit === null) return traceback;
  // A single line only names the limit.
  return traceback?.includes('\n') ? traceback : limitText(outcome.limit, outcome.limit_at);
}

/** The dictated text, with the reason if it is known. */
function launchError(outcome: RunOutcome, stopped: boolean): string | null {
  if (stopped) return MESSAGES.stopped;
  return outcome.error === null ? null : `${MESSAGES.launchFailed}\n${outcome.error.message}`;
}

/** Judges a finished run by the checks of its screen. Everything compared here is data, outside the sandbox. */
export async function judge({ lesson, screen, inside, isUnitTested, skills, answer, code, run }: Judged): Promise<Judgement> {
  const pattern = screen.check_val ?? '';
  const { language } = lesson;
  const valueCheck = { pattern, scope: screen.check_scope, language, commands: [code], output: run.output, answer: screen.answer_code };
  const checks: Checks = {
    output: screen.check_output ? outputCheck(lesson, screen.answer_code, answer, run) : OFF,
    variables: answer.variables.length > 0 ? checkVariables(answer.variables, run.vars) : OFF,
    value: pattern === '' ? OFF : await checkValue(valueCheck),
    custom: inside?.custom ? toSandboxCheck('custom', run.custom) : OFF,
    unit: isUnitTested ? toSandboxCheck('unit', run.unit) : OFF,
    legacy: inside?.legacy ? toSandboxCheck('legacy', run.legacy) : OFF,
  };
  const error = screen.error_okay ? null : run.error;
  return {
    checks,
    summary: summarize(checks, error),
    grader: lesson.type === 'assessment' ? grade(checks, error, skills, screen.is_experimental) : null,
    error: run.custom?.error ?? run.unit?.error ?? run.legacy?.error ?? null,
  };
}

function outputCheck(lesson: Judged['lesson'], answerCode: string, { output, ranking }: Answer, run: RunOutcome): Check {
  if (output) {
    const text = isQuery(lesson.language)
      ? checkResultTable(output.stdout, run.output, { order: readRowOrder(answerCode, engineOf(lesson)), ranking })
      : checkOutput(output.stdout, run.output);
    const plots = checkPlots(output.images, run.plots ?? run.images.length);
    return plots ? { ...text, pass: text.pass && plots.pass, results: [...text.results, plots] } : text;
  }
  const feedback = 'The answer has no recorded output. Run the answer and store its output.';
  return {
    enabled: true,
    pass: false,
    results: [{ name: 'output', pass: false, expected: null, actual: run.output, feedback, hints: [] }],
  };
}

/** An unexpected error counts as one failure (`error_okay`). */
function summarize(checks: Checks, error: RunError | null): string | null {
  if (!Object.values(checks).some((check) => check.enabled)) return null;
  const failed = failuresOf(checks).length + (error ? 1 : 0);
  return failed === 0 ? ALL_PASSED : `Wrong answer: ${failed} check(s) failed.`;
}

/**
 * Converts the result of a check inside the sandbox into one of the run's checks.
 *
 * @param report Null: the check was requested, but reported nothing.
 */
export function toSandboxCheck(name: 'custom' | 'unit' | 'legacy', report: InsideCheck | null): Check {
  const results = report?.results ?? [];
  const problem = report === null ? NOT_REACHED : report.error !== null ? AUTHORS_MISTAKE : results.length === 0 ? NOTHING_CHECKED : null;
  const pass = problem === null && results.every((result) => result.pass || result.counts === false);
  if (problem === null) return { enabled: true, pass, results };
  return {
    enabled: true,
    pass: false,
    results: [...results, { name, pass: false, expected: null, actual: null, feedback: problem, hints: [] }],
  };
}

/**
 * Grades a run on an assessment's screen.
 *
 * A skill gets its points if all checks that name it pass; one that no check names, if the whole answer is right. On an
 * experimental screen nothing is graded.
 *
 * @param error An error that fails the screen; null if there is none.
 */
function grade(checks: Checks, error: RunError | null, skills: readonly GradedSkill[], isExperimental: boolean): Grader {
  const failures = failuresOf(checks);
  const isRight = failures.length === 0 && error === null;
  const counted = isExperimental ? [] : skills;
  return {
    answer_checker_feedback: isRight ? ALL_PASSED : (feedbackFrom(failures) ?? gradeErrorText(error)),
    correct: isRight || isExperimental,
    skill_names: skills.map(({ name }) => name),
    skill_results: counted.map(({ name, point_value }) => {
      const correct = isSkillShown(checks, name) ?? isRight;
      return { name, points: correct ? point_value : 0, correct };
    }),
  };
}

/** In the order in which the checks are declared, without skipped ones. */
function failuresOf(checks: Checks): CheckResult[] {
  return CHECK_KINDS.flatMap((kind) => (checks[kind].enabled ? checks[kind].results : [])).filter(
    (result) => !result.pass && result.counts !== false,
  );
}

/** The author's own feedback takes precedence; otherwise the first failure's. */
function feedbackFrom(failures: readonly CheckResult[]): string | undefined {
  const explained = failures.filter(({ feedback }) => feedback !== null);
  return (explained.find((result) => result.has_custom_feedback) ?? explained[0])?.feedback ?? undefined;
}

function gradeErrorText(error: RunError | null): string {
  return error === null ? 'This is not right yet.' : `Your code ended with an error: ${error.name}: ${error.message}`;
}

/** Undefined if no check names the skill. */
function isSkillShown(checks: Checks, name: string): boolean | undefined {
  const named = [...checks.custom.results, ...checks.legacy.results].filter((result) => result.tag_id === name);
  return named.length === 0 ? undefined : named.every((result) => result.pass);
}
