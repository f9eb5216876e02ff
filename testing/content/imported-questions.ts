import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { lessonFromCells } from '#features/imports/rules/lesson-from-cells.ts';
import { readImport } from '#features/imports/rules/read-import.ts';
import type { Surroundings } from '#features/imports/rules/surroundings.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { ALONE } from './read-tree.ts';

/** What a file with questions becomes: the screens' titles, texts and questions, and the report. */
export function importedQuestions(name: string, content: string, around: Partial<Surroundings> = {}) {
  const document = readImport(name, encodeUtf8(content), () => null, { ...ALONE, ...around });
  const lesson = lessonFromCells(document, {
    title: '',
    otherwise: '',
    author: 'Ada',
    code: 'answer',
    earlier_code: false,
    offered: {},
    newUuid: () => 'x',
  });
  return {
    title: lesson.fields.title,
    screens: lesson.screens.map(({ fields, questions }) => ({
      title: fields.title,
      text: fields.body_markdown,
      questions: questions.length,
    })),
    questions: lesson.screens.flatMap(({ questions }) => questions),
    images: lesson.images,
    notes: lesson.report.notes.map(({ place, reason }) => `${place}: ${reason}`),
  };
}

/** A question without what it doesn't use. */
export function shortQuestion({ question, select_type, options, task }: QuestionContent) {
  if (task) return { question, ...task };
  return {
    question,
    select_type,
    options: options.map(
      ({ label, valid, feedback_message }) => `${valid ? '+' : '-'} ${label}${feedback_message && ` (${feedback_message})`}`,
    ),
  };
}
