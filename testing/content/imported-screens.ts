import { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { type ImportChoices, type ImportedLesson, lessonFromCells } from '#features/imports/rules/lesson-from-cells.ts';
import { readImport } from '#features/imports/rules/read-import.ts';
import type { Surroundings } from '#features/imports/rules/surroundings.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { learnerTexts } from './learner-texts.ts';
import { ALONE } from './read-tree.ts';

interface Imported {
  readonly screens: readonly ScreenFields[];
  readonly contents: readonly ScreenContent[];
  /** What learners can read of all of it. */
  readonly shown: string;
  /** The report, as `place: reason`. */
  readonly notes: readonly string[];
}

/** Imports one document, with the usual choices for what is not given. Its screens can be stored. */
export function importedLesson(
  fileName: string,
  bytes: Uint8Array,
  choices: Partial<ImportChoices> = {},
  around: Partial<Surroundings> = {},
): ImportedLesson {
  let next = 0;
  const document = readImport(fileName, bytes, () => null, { ...ALONE, ...around });
  const lesson = lessonFromCells(document, {
    title: '',
    otherwise: 'A file',
    author: 'Ada',
    code: 'start',
    earlier_code: true,
    offered: {},
    newUuid: () => `00000000-0000-4000-8000-${String(next++).padStart(12, '0')}`,
    ...choices,
  });
  for (const screen of lesson.screens) ScreenContent.parse(screen);
  return lesson;
}

export const fieldsOf = ({ screens }: ImportedLesson) => screens.map(({ fields }) => fields);
/** The report of an import, without its places. */
export const notesOf = ({ report }: ImportedLesson) => report.notes.map(({ reason }) => reason);

/** What an import of one document shows, to authors and to learners. */
export function importedScreens(fileName: string, bytes: Uint8Array, choices: Partial<ImportChoices> = {}): Imported {
  const lesson = importedLesson(fileName, bytes, choices);
  return {
    screens: fieldsOf(lesson),
    contents: lesson.screens,
    shown: [...lesson.screens.map(learnerTexts), ...lesson.fields.objectives].join('\n'),
    notes: lesson.report.notes.map(({ place, reason }) => `${place}: ${reason}`),
  };
}
