import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { applicationOf, canRunInBuild, isChecked } from '#features/learner-view/contract/learner-screen.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import type { Build } from '#features/packages/contract.ts';
import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import { questionWarnings } from '#features/questions/contract/question-warnings.ts';
import { filesReadBy } from '#platform/content/files-read.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import { PROBLEMS } from './messages.ts';
import { error, warning, type DeployProblem } from './problem.ts';
import type { SnapshotFile } from './snapshot.ts';

type CheckedLesson = Pick<LessonFields, 'language' | 'type' | 'enabled_features' | 'custom_check_enabled' | 'legacy_check_enabled'>;

/** The parts of a screen that are checked, besides its texts. */
export type CheckedScreen = Pick<ScreenContent, 'folder' | 'fields' | 'skills' | 'questions' | 'answer_output' | 'answer_variables'>;

/** The problems of a lesson's package build; null as a state: there is nothing to install. */
export function packageProblems(state: Build['state'] | null): DeployProblem[] {
  switch (state) {
    case 'not_built':
      return [error(PROBLEMS.notBuilt)];
    case 'needs_rebuild':
      return [error(PROBLEMS.needsBuild)];
    case 'in_progress':
      return [error(PROBLEMS.building)];
    case 'failed':
      return [error(PROBLEMS.buildFailed)];
    case 'built':
    case null:
      return [];
  }
}

/**
 * The problems of a screen besides its texts. @param files The lesson's files. @param datasets Names of the attached
 * datasets.
 */
export function screenProblems(
  lesson: CheckedLesson,
  screen: CheckedScreen,
  { files, datasets }: { files: readonly Pick<SnapshotFile, 'name' | 'screens'>[]; datasets: readonly string[] },
): DeployProblem[] {
  const { fields } = screen;
  const problems = screen.questions.flatMap((question, index) => questionProblems(question, index + 1));
  if (fields.type !== 'code') {
    if (fields.body_markdown.trim() === '' && screen.questions.length === 0) problems.push(warning(PROBLEMS.emptyScreen));
  } else if (lesson.language === null) problems.push(error(PROBLEMS.noLanguage));
  else problems.push(...codeProblems(lesson, screen), ...applicationProblems(lesson, screen), ...unknownFiles(screen, files, datasets));
  const isTask = fields.type === 'code' || screen.questions.length > 0;
  if (lesson.type === 'assessment' && isTask && screen.skills.length === 0) problems.push(warning(PROBLEMS.noSkills));
  return problems;
}

/** Parts of a screen that the preview doesn't offer to learners, and tells them so. */
function applicationProblems(lesson: CheckedLesson, { fields }: CheckedScreen): DeployProblem[] {
  if (applicationOf(lesson, fields) !== 'run-and-deploy') return [];
  return [warning(canRunInBuild(lesson, fields) ? PROBLEMS.application : PROBLEMS.applicationOnly)];
}

function codeProblems(lesson: CheckedLesson, screen: CheckedScreen): DeployProblem[] {
  const { fields } = screen;
  const problems: DeployProblem[] = [];
  // A terminal only runs what the learner types.
  if (!isTerminal(lesson.language)) {
    if (fields.answer_code.trim() === '') {
      problems.push(isChecked(lesson, screen) ? error(PROBLEMS.noAnswer) : warning(PROBLEMS.noAnswerUnchecked));
    }
    if (fields.check_output && !fields.dynamic_answer && screen.answer_output === null) problems.push(error(PROBLEMS.noOutput));
  }
  if (fields.custom_check_code.trim() !== '' && !lesson.custom_check_enabled) problems.push(warning(PROBLEMS.customOff));
  return problems;
}

/** Whether an answer passes its own checks; or why it couldn't be run. */
export type AnswerVerdict = boolean | { readonly reason: string };

/**
 * @param verdict Undefined: the screen has no answer that is checked.
 * @param isAnyway Someone on staff said why the lesson is deployed although answers fail.
 */
export function answerProblems(verdict: AnswerVerdict | undefined, isAnyway: boolean): DeployProblem[] {
  if (verdict === false) return [(isAnyway ? warning : error)(PROBLEMS.answerFails)];
  return typeof verdict === 'object' ? [warning(PROBLEMS.answerNotRun(verdict.reason))] : [];
}

/** Only a hint, because code may create a file before reading it. */
function unknownFiles(
  { folder, fields }: CheckedScreen,
  files: readonly Pick<SnapshotFile, 'name' | 'screens'>[],
  datasets: readonly string[],
): DeployProblem[] {
  const here = new Set(files.filter(({ screens }) => screens.length === 0 || screens.includes(folder)).map(({ name }) => name));
  const named = [fields.display_code, fields.initial_code, fields.answer_code].flatMap((code) => filesReadBy(code).map(({ name }) => name));
  const unknown = [...new Set(named)].filter(
    (name) => !here.has(name) && !/^(?:\/|[a-z]+:\/\/)/i.test(name) && !datasets.some((dataset) => name.startsWith(`${dataset}/`)),
  );
  return unknown.map((name) => warning(PROBLEMS.unknownFile(name)));
}

function questionProblems({ question, select_type, options, task }: CheckedScreen['questions'][number], place: number): DeployProblem[] {
  const answer_options = options.map(({ skill_uuid: _skill, ...option }) => ({ ...option, skill_id: null }));
  const isAnswerable = task ? kindOf(task).isAnswerable(task) : options.some(({ valid }) => valid);
  const level = isAnswerable ? warning : error;
  return questionWarnings({ question, select_type, answer_options, task }).map((text) => level(PROBLEMS.question(place, text)));
}
