import type { LessonContent, QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { runsInJupyter } from '#features/exports/rules/lesson-parts.ts';
import { normalCode, normalText } from '#features/imports/rules/box-formats.ts';
import { storable } from '#features/imports/rules/cells.ts';
import { MARKED_SETTINGS } from '#features/imports/rules/part-mark.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { isPycheck } from '#features/packages/packages.policy.ts';
import { DOCUMENT_TEXTS } from '#features/screens/contract/screen-texts.ts';
import { emptyScreenFields, type AnswerOutput } from '#features/screens/contract/screens.ts';
import { withStartCode } from '#features/screens/rules/start-code.ts';
import { canCheckCustom, canCheckLegacy, ownVersion } from '#platform/contract/languages.ts';

/** What a document of a format holds of a lesson. Everything else is a loss, which `exportLosses` reports. */
export function heldBy(format: 'notebook' | 'myst' | 'quarto', lesson: Pick<LessonContent, 'fields' | 'screens' | 'packages'>) {
  const { title, author, overview, objectives, language, language_version, show_last_value } = lesson.fields;
  const custom_check_enabled = lesson.fields.custom_check_enabled && canCheckCustom(language);
  return {
    packages: lesson.packages.filter((each) => !isPycheck(each)),
    fields: {
      ...emptyLessonFields({ title: onOneLine(title), author }),
      overview: normalText(overview),
      objectives: objectives.map(onOneLine).filter((objective) => objective !== ''),
      language,
      language_version: ownVersion(language, language_version),
      show_last_value,
      custom_check_enabled,
      legacy_check_enabled: lesson.fields.legacy_check_enabled && canCheckLegacy(language) && !custom_check_enabled,
    },
    screens: lesson.screens.map((screen) => ({
      fields: heldFields({ ...screen, fields: withStartCode(lesson.screens, screen) }),
      questions: screen.questions.map(heldQuestion),
      compared: screen.answer_variables.map((variable) => variable.name),
      answer_output: heldOutput(screen, format === 'notebook' && language !== null && runsInJupyter(language)),
    })),
  };
}

function heldFields({ fields }: ScreenContent) {
  const { type, error_okay, should_run_display_code } = fields;
  const { setup_code, display_code, initial_code, answer_code, runs_after } = fields;
  return {
    ...emptyScreenFields(type),
    title: onOneLine(fields.title),
    body_markdown: normalText(fields.body_markdown),
    instructions_markdown: normalText(fields.instructions_markdown),
    hint_markdown: normalText(fields.hint_markdown),
    success_markdown: normalText(fields.success_markdown),
    ...Object.fromEntries(MARKED_SETTINGS.map((name) => [name, fields[name]])),
    ...Object.fromEntries(DOCUMENT_TEXTS.listed.map((field) => [field, normalCode(fields[field] ?? '')])),
    check_val: normalCode(fields.check_val ?? '') || null,
    runs_after: runs_after === 'all' ? runs_after : null,
    ...(type === 'code' && {
      error_okay,
      should_run_display_code,
      setup_code: normalCode(setup_code),
      display_code: normalCode(display_code),
      initial_code: normalCode(initial_code),
      answer_code: normalCode(answer_code),
    }),
  };
}

function heldQuestion({ question, select_type, options, task }: QuestionContent) {
  return {
    question: normalText(question),
    task,
    select_type: task ? 'single' : select_type,
    options: (task ? [] : options).map(({ label, feedback_message, valid }) => ({
      label: normalText(label),
      feedback_message: normalText(feedback_message),
      valid,
    })),
  };
}

function heldOutput({ fields, answer_output }: ScreenContent, isExact: boolean): AnswerOutput | null {
  if (fields.type !== 'code' || answer_output === null) return null;
  const images = isExact ? answer_output.images.filter((image) => image.startsWith('iVBORw0KGgo')) : [];
  const of = (text: string) => (isExact ? storable(text) : inListing(storable(text)));
  const output = { stdout: of(answer_output.stdout), stderr: of(answer_output.stderr), images };
  return output.stdout + output.stderr === '' && images.length === 0 ? null : output;
}

/** A listing ends with one line end. */
function inListing(text: string): string {
  return text === '' ? '' : `${text.replace(/\r\n?/g, '\n').replace(/\n$/, '')}\n`;
}

function onOneLine(text: string): string {
  return storable(text).replace(/\s+/g, ' ').trim();
}
