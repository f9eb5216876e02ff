import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { usesCustomChecks, usesLegacyChecks } from '#features/lessons/lessons.policy.ts';
import type { PreviewScreen } from '#features/publishing/contract/previews.ts';
import type { LearnerHtml } from '#features/screens/contract/screen-texts.ts';
import type { AnswerVariable, ScreenFields } from '#features/screens/contract/screens.ts';
import { codePieces } from '#platform/contract/code-pieces.ts';
import { canReadInput, isTerminal } from '#platform/contract/languages.ts';
import { unitTestsOf } from '#platform/contract/unit-tests.ts';

/** What a learner sees of a screen and can do on it. The same for builds, and for authors who preview unsaved edits. */

type OfLesson = Pick<LessonFields, 'language' | 'enabled_features'>;
type LearnersLesson = Pick<LessonFields, 'type'>;
type CheckedLesson = Pick<LessonFields, 'language' | 'custom_check_enabled' | 'legacy_check_enabled'>;
type OfScreen = Pick<ScreenFields, 'type' | 'remote_run_code' | 'remote_run_only'>;

/** A screen with rendered texts. Its initial code is what learners begin with. */
interface RenderedScreen extends Pick<PreviewScreen, LearnerHtml | 'questions' | 'display_html'> {
  readonly fields: ScreenFields;
  readonly answer_variables: readonly AnswerVariable[];
  /** The file that the learner edits, with its text; null: code without a file. */
  readonly file: { readonly name: string; readonly text: string } | null;
  /** The number of the screen whose answer is its initial code; null: none. */
  readonly starts_from: number | null;
}

/** Every field is listed explicitly, so that no answer or check is included, whatever is added to screens later. */
export function learnerScreen(
  lesson: OfLesson & CheckedLesson & LearnersLesson,
  { fields, answer_variables, file, starts_from, body_html, instructions_html, hint_html, display_html, questions }: RenderedScreen,
): PreviewScreen {
  const isCode = fields.type === 'code' && lesson.language !== null;
  const canRun = canRunInBuild(lesson, fields);
  return {
    title: fields.title,
    type: fields.type,
    body_html,
    instructions_html,
    hint_html,
    initial_code: isCode ? (file?.text ?? fields.initial_code) : '',
    starts_from: isCode && file === null ? starts_from : null,
    display_code: isCode ? fields.display_code : '',
    display_html: isCode && display_html !== undefined ? codePieces(display_html)?.[0] : undefined,
    inputs: canRun && !isTerminal(lesson.language) && canReadInput(lesson.language) ? fields.inputs : '',
    file: isCode ? (file?.name ?? null) : null,
    is_checked: canRun && isChecked(lesson, { fields, answer_variables }),
    solution_after: solutionAfter(lesson, fields),
    application: applicationOf(lesson, fields),
    can_run: canRun,
    questions,
  };
}

/** After how many submissions that aren't right the solution of a screen can be seen; null: never. */
export function solutionAfter(lesson: Pick<LessonFields, 'type' | 'language'>, fields: ScreenFields): number | null {
  const hasSolution = canRunInBuild(lesson, fields) && fields.answer_code.trim() !== '';
  return hasSolution && lesson.type !== 'assessment' ? fields.solution_after : null;
}

/** Whether Submit checks something on a code screen. */
export function isChecked(
  lesson: CheckedLesson,
  { fields, answer_variables }: Pick<RenderedScreen, 'fields' | 'answer_variables'>,
): boolean {
  const hasCustom = usesCustomChecks(lesson) && fields.custom_check_code.trim() !== '';
  const hasLegacy = usesLegacyChecks(lesson) && fields.legacy_check_code.trim() !== '';
  const comparesOutput = !isTerminal(lesson.language) && (fields.check_output || answer_variables.length > 0);
  const hasUnitTests = unitTestsOf(lesson.language, fields) !== null;
  return comparesOutput || (fields.check_val ?? '') !== '' || hasCustom || hasUnitTests || hasLegacy;
}

/**
 * Whether the check of a screen can judge an answer that is a program. Those of an assessment are judged when it is handed in, where nothing
 * runs.
 */
export function canRunAnswers(
  lesson: CheckedLesson & LearnersLesson,
  screen: Pick<RenderedScreen, 'fields' | 'answer_variables'>,
): boolean {
  return lesson.type !== 'assessment' && !isTerminal(lesson.language) && canRunInBuild(lesson, screen.fields) && isChecked(lesson, screen);
}

/** The application that opens beside a screen's code while the lesson is edited, but in no build. */
export function applicationOf({ language, enabled_features }: OfLesson, screen: OfScreen): PreviewScreen['application'] {
  if (screen.type !== 'code' || language === null) return null;
  if (screen.remote_run_code !== null) return 'run-and-deploy';
  return enabled_features.includes('JupyterLab') ? 'jupyterlab' : null;
}

/** Whether a screen's code can be run in a build. */
export function canRunInBuild({ language }: Pick<OfLesson, 'language'>, screen: OfScreen): boolean {
  return language !== null && isRunInBuild(screen);
}

/** {@link canRunInBuild} for a lesson with a language: false if the code only runs as an application. */
export function isRunInBuild({ type, remote_run_code, remote_run_only }: OfScreen): boolean {
  return type === 'code' && !(remote_run_code !== null && remote_run_only);
}
