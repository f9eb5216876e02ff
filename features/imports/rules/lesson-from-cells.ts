import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { screenFolder } from '#features/documents/rules/folder-name.ts';
import { emptyLessonFields, type LessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import { lessonSizeProblem, sizeOfScreens } from '#features/screens/rules/lesson-size.ts';
import {
  canShowLastValue,
  isTerminal,
  type Language,
  LANGUAGES,
  mayChangeState,
  type OfferedVersions,
  ownVersion,
  versionFor,
} from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { CodeUse, ImportReport } from '../contract/import-file.ts';
import { type CodeCell, type ImportedDocument, type ImportedImage, listing, type MarkedDocument, UnreadableFile } from './cells.ts';
import { isIncomplete } from './incomplete-code.ts';
import { readParts } from './lesson-from-parts.ts';
import { NoteList } from './note-list.ts';
import { ScreenDrafts, type ScreenDraft } from './screen-drafts.ts';

/** The author's options. */
export interface ImportChoices {
  /** Empty: use the title in the file. */
  readonly title: string;
  /** Used if the file has no title either. */
  readonly otherwise: string;
  readonly author: string;
  readonly code: CodeUse;
  /** Each screen runs after all earlier code screens, where their code may change what it works with. */
  readonly earlier_code: boolean;
  /** What the runners have: a document doesn't say which version it is for. */
  readonly offered: OfferedVersions;
  /** Generates uuids for screens. */
  readonly newUuid: () => string;
}

export interface ImportedLesson {
  readonly fields: LessonFields;
  readonly screens: readonly ScreenContent[];
  readonly images: readonly ImportedImage[];
  readonly report: ImportReport;
}

const OBJECTIVES_MAX = 100;
const OBJECTIVE_MAX = 2_000;

/**
 * Creates a lesson from a parsed document. What doesn't fit a lesson of its language is kept as a listing in the text.
 *
 * @throws UnreadableFile if it is too large for one lesson
 */
export function lessonFromCells(document: ImportedDocument, choices: ImportChoices): ImportedLesson {
  if (document.marked) return lessonFromParts(document, document.marked, choices);
  const notes = new NoteList();
  for (const { place, reason } of document.notes) notes.add(place, reason);
  const language = languageOf(document);
  noteLanguages(document, language, notes);
  const drafts = new ScreenDrafts(notes.add);
  const addHiddenText = (cell: CodeCell) => drafts.addText(keptListing(cell, notes), cell.place);
  let heading = '';
  for (const cell of document.cells) {
    if (cell.kind === 'heading') {
      if (heading === '' && cell.level === 1) heading = cell.title;
      drafts.begin(cell.title);
    } else if (cell.kind === 'aside-start') drafts.beginAside(cell.title);
    else if (cell.kind === 'aside-end') drafts.endAside();
    else if (cell.kind === 'text') drafts.addText(cell.source, cell.place);
    else {
      const reason = whyNoCode(cell, language);
      if (reason !== null) {
        notes.add(cell.place, reason);
        drafts.addText(withOutput(cell), cell.place);
      } else if (!cell.is_hidden) drafts.addCode(cell);
      else if (choices.earlier_code && language !== null && !isTerminal(language)) drafts.addHidden(cell);
      else addHiddenText(cell);
    }
  }
  const title = [choices.title, document.title, heading, choices.otherwise].find((each) => each !== '') ?? '';
  for (const cell of drafts.takeHidden()) addHiddenText(cell);
  // Keep a first heading that isn't the title of the lesson.
  const named = document.title === '' || document.title === heading ? heading : '';
  const screens = screensOf(withTitles(drafts.finish(named), title), language, choices, notes);
  const objectives = document.objectives.slice(0, OBJECTIVES_MAX).map((objective) => objective.slice(0, OBJECTIVE_MAX));
  const fields: LessonFields = {
    ...emptyLessonFields({ title: title.slice(0, LIMITS.titleMax), author: choices.author }),
    objectives,
    language,
    language_version: versionFor(language, null, choices.offered),
    // What documents show below their code is usually a value.
    show_last_value: canShowLastValue(language),
  };
  return importedLesson(fields, screens, document, notes);
}

/** A document that this product exported says what each of its parts is. */
function lessonFromParts(document: ImportedDocument, marked: MarkedDocument, choices: ImportChoices): ImportedLesson {
  const notes = new NoteList();
  for (const { place, reason } of document.notes) notes.add(place, reason);
  const { language, language_version, show_last_value = false } = marked.mark;
  const read = readParts(
    marked,
    (cells) => {
      const added = lessonFromCells({ ...document, marked: null, language, cells, notes: [] }, { ...choices, earlier_code: false });
      for (const { place, reason } of added.report.notes) notes.add(place, reason);
      return added.screens;
    },
    notes.add,
  );
  const folders: string[] = [];
  const screens = read.screens.map((screen) => {
    const folder = screenFolder(screen.fields.title, folders);
    folders.push(folder);
    return { ...screen, uuid: choices.newUuid(), folder };
  });
  const title = [choices.title, read.title, document.title, choices.otherwise].find((each) => each !== '') ?? '';
  const fields: LessonFields = {
    ...emptyLessonFields({ title: title.slice(0, LIMITS.titleMax), author: choices.author }),
    overview: read.overview.slice(0, LIMITS.textMax),
    objectives: read.objectives.slice(0, OBJECTIVES_MAX).map((objective) => objective.slice(0, OBJECTIVE_MAX)),
    language,
    language_version: ownVersion(language, language_version),
    show_last_value,
  };
  return importedLesson(fields, screens, document, notes);
}

function importedLesson(
  fields: LessonFields,
  screens: readonly ScreenContent[],
  document: ImportedDocument,
  notes: NoteList,
): ImportedLesson {
  const problem = lessonSizeProblem(sizeOfScreens(screens));
  if (problem !== null) throw new UnreadableFile(`${problem} Split the document.`);
  if (screens.length === 0) notes.add('', 'The file has neither text nor code: the lesson has no screens.');
  return {
    fields,
    screens,
    images: document.images,
    report: {
      title: fields.title,
      language: fields.language,
      screens: screens.map((screen) => ({
        title: screen.fields.title,
        type: screen.fields.type,
        has_output: screen.answer_output !== null,
      })),
      images: document.images.map(({ file_name }) => file_name),
      notes: notes.all,
    },
  };
}

/** Text before the first heading has the title of the lesson. */
function withTitles(drafts: readonly ScreenDraft[], title: string): ScreenDraft[] {
  let untitled = 0;
  return drafts.map((draft) => {
    if (draft.title !== '' || title === '') return draft;
    const ending = ++untitled === 1 ? '' : ` (${untitled})`;
    return { ...draft, title: title.slice(0, LIMITS.titleMax - ending.length) + ending };
  });
}

/** The language of most of the code; in a tie the notebook's own, or the first. */
function languageOf({ language, cells }: ImportedDocument): Language | null {
  const counts = countLanguages(cells);
  const weight = (each: Language) => (counts.get(each) ?? 0) + (each === language ? 0.5 : 0);
  const [most] = [...new Set([...(language === null ? [] : [language]), ...counts.keys()])].sort(
    (one, other) => weight(other) - weight(one),
  );
  return most ?? null;
}

/** Blocks of code by language. */
function countLanguages(cells: ImportedDocument['cells']): Map<Language, number> {
  const counts = new Map<Language, number>();
  for (const cell of cells)
    if (cell.kind === 'code' && cell.language !== null) counts.set(cell.language, (counts.get(cell.language) ?? 0) + 1);
  return counts;
}

/** Reports code in several languages as a whole; each block is reported at its place too. */
function noteLanguages({ cells }: ImportedDocument, language: Language | null, notes: NoteList): void {
  const counts = countLanguages(cells);
  if (language === null || counts.size < 2) return;
  const found = [...counts].map(([each, count]) => `${LANGUAGES[each].label} (${count} ${count === 1 ? 'block' : 'blocks'})`);
  notes.add(
    '',
    `The file has code in ${found.slice(0, -1).join(', ')} and ${found.at(-1)}. A lesson runs one language, here ${LANGUAGES[language].label}. The rest is shown as listings.`,
  );
}

/** Why code can't be a screen of a lesson in `language`; null: it can. */
function whyNoCode({ label, language: own, source, initial, has_error }: CodeCell, language: Language | null): string | null {
  if (source.length > LIMITS.textMax) return 'The code is too long for a screen; it was kept as a listing in the text.';
  const name = label === '' ? 'an unknown language' : label.slice(0, 60);
  if (own === null) return `Code in ${name} does not run in lessons; it was kept as a listing in the text.`;
  if (own !== language) return `The lesson runs ${language ?? 'no code'}, and this is ${name}; it was kept as a listing in the text.`;
  // A screen with a fragment would fail.
  if (!has_error && initial === null && isIncomplete(language, source))
    return 'The code is only a part of a program and can’t run; it was kept as a listing in the text.';
  return null;
}

function screensOf(drafts: readonly ScreenDraft[], language: Language | null, choices: ImportChoices, notes: NoteList): ScreenContent[] {
  const folders: string[] = [];
  const codes = drafts.flatMap(({ code, hidden }) => [...hidden, ...(code ? [code] : [])].map(({ source }) => source));
  const runsAfterOthers = choices.earlier_code && mayChangeState(language, codes);
  const hidden: CodeCell[] = [];
  let hasEarlier = false;
  const lastCode = drafts.findLastIndex(({ code }) => code !== null);
  return drafts.map((draft, index) => {
    const { title, code } = draft;
    const texts = [draft.body];
    for (const cell of draft.hidden) {
      // Code that fails would end the code after it.
      if (cell.has_error || index > lastCode) texts.push(keptListing(cell, notes));
      else hidden.push(cell);
    }
    const body = texts.filter((text) => text !== '').join('\n\n');
    const folder = screenFolder(title, folders);
    folders.push(folder);
    let fields: ScreenFields = { ...emptyScreenFields(code ? 'code' : typeOf(title)), title, body_markdown: body };
    if (code) {
      fields = { ...fields, ...codeFields(code, choices.code) };
      if (hidden.length > 0) fields = { ...fields, display_code: codeOf(hidden.splice(0)), should_run_display_code: true };
      if (runsAfterOthers && hasEarlier) fields = { ...fields, runs_after: 'all' };
      hasEarlier = true;
    }
    const attached = { skills: [], questions: [], tests: [], answer_output: code?.output ?? null, answer_variables: [] };
    return { uuid: choices.newUuid(), folder, fields, ...attached };
  });
}

function keptListing(cell: CodeCell, notes: NoteList): string {
  notes.add(cell.place, 'This code was hidden from readers. It was kept as a listing in the text.');
  return withOutput(cell);
}

/** Code that nothing runs, with what it printed. */
function withOutput({ label, source, output }: CodeCell): string {
  const printed = output === null ? '' : output.stdout + output.stderr;
  return [listing(label, source), ...(printed === '' ? [] : [listing('output', printed)])].join('\n\n');
}

const codeOf = (cells: readonly CodeCell[]) => cells.map(({ source }) => source.trim()).join('\n\n');

function codeFields({ source, has_error, initial }: CodeCell, use: CodeUse): Partial<ScreenFields> {
  const code = source.trimEnd().replace(/^\n+/, '');
  if (initial !== null) return { answer_code: code, error_okay: has_error, initial_code: initial.trimEnd().replace(/^\n+/, '') };
  const start = use === 'start' ? { initial_code: code, initially_passing: true } : {};
  return { answer_code: code, error_okay: has_error, ...start };
}

function typeOf(title: string): ScreenFields['type'] {
  return /^(key )?take-?aways?$/i.test(title) ? 'takeaways' : 'text';
}
