import type { LessonContent, QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { runsInJupyter } from '#features/exports/rules/lesson-parts.ts';
import { normalCode, normalText } from '#features/imports/rules/box-formats.ts';
import { storable } from '#features/imports/rules/cells.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields, type AnswerOutput } from '#features/screens/contract/screens.ts';
import { withStartCode } from '#features/screens/rules/start-code.ts';
import { ownVersion } from '#platform/contract/languages.ts';

/** What a document of a format holds of a lesson. Everything else is a loss, which `exportLosses` reports. */
export function heldBy(format: 'notebook' | 'myst' | 'quarto', lesson: Pick<LessonContent, 'fields' | 'screens'>) {
  const { title, author, overview, objectives, language, language_version, show_last_value } = lesson.fields;
  return {
    fields: {
      ...emptyLessonFields({ title: onOneLine(title), author }),
      overview: normalText(overview),
      objectives: objectives.map(onOneLine).filter((objective) => objective !== ''),
      language,
      language_version: ownVersion(language, language_version),
      show_last_value,
    },
    screens: lesson.screens.map((screen) => ({
      fields: heldFields({ ...screen, fields: withStartCode(lesson.screens, screen) }),
      questions: screen.questions.map(heldQuestion),
      answer_output: heldOutput(screen, format === 'notebook' && language !== null && runsInJupyter(language)),
    })),
  };
}

function heldFields({ fields }: ScreenContent) {
  const { type, is_experimental, dynamic_answer, check_output, initially_passing, error_okay, should_run_display_code } = fields;
  const { setup_code, display_code, initial_code, answer_code, runs_after } = fields;
  return {
    ...emptyScreenFields(type),
    title: onOneLine(fields.title),
    body_markdown: normalText(fields.body_markdown),
    instructions_markdown: normalText(fields.instructions_markdown),
    hint_markdown: normalText(fields.hint_markdown),
    is_experimental,
    dynamic_answer,
    check_output,
    initially_passing,
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
