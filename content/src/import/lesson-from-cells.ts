import type { CodeUse, ImportReport } from '#contract/import-file.ts';
import { canShareNames, versionFor } from '#contract/languages.ts';
import { emptyLessonFields, type Language, type LessonFields } from '#contract/lessons.ts';
import { LIMITS } from '#contract/limits.ts';
import { emptyScreenFields, type ScreenFields } from '#contract/screens.ts';
import { screenFolder } from '../folder-name.ts';
import type { ScreenContent } from '../lesson-content.ts';
import { type CodeCell, type ImportedDocument, type ImportedImage, listing } from './cells.ts';
import { NoteList } from './note-list.ts';
import { ScreenDrafts, type ScreenDraft } from './screen-drafts.ts';

/** What the author chooses. */
export interface ImportChoices {
  /** Empty: as the file says. */
  readonly title: string;
  /** Where the file says none either. */
  readonly otherwise: string;
  readonly author: string;
  readonly code: CodeUse;
  /** Python and R: the code of earlier cells runs before each screen's, as its display code. */
  readonly earlier_code: boolean;
  /** Gives screens their identifiers. */
  readonly newUuid: () => string;
}

export interface ImportedLesson {
  readonly fields: LessonFields;
  readonly screens: readonly ScreenContent[];
  readonly images: readonly ImportedImage[];
  readonly report: ImportReport;
}

/** The code of earlier cells together; beyond it a screen is told to do without. Characters. */
const EARLIER_CODE_MAX = 100_000;

/** Makes a lesson of what was read (product §10.8): what has no place in a lesson of its language stays as a listing in the text. */
export function lessonFromCells(document: ImportedDocument, choices: ImportChoices): ImportedLesson {
  const notes = new NoteList();
  for (const { place, reason } of document.notes) notes.add(place, reason);
  const language = languageOf(document);
  const drafts = new ScreenDrafts(notes.add);
  let heading = '';
  for (const cell of document.cells) {
    if (cell.kind === 'heading') {
      if (heading === '' && cell.level === 1) heading = cell.title;
      drafts.begin(cell.title);
    } else if (cell.kind === 'text') drafts.addText(cell.source, cell.place);
    else if (cell.language === language && language !== null && cell.source.length <= LIMITS.textMax) drafts.addCode(cell);
    else {
      notes.add(cell.place, whyNoCode(cell, language));
      drafts.addText(listing(cell.label, cell.source), cell.place);
    }
  }
  const title = [choices.title, document.title, heading, choices.otherwise].find((each) => each !== '') ?? '';
  // A first heading that is not the title of the lesson is not lost.
  const named = document.title === '' || document.title === heading ? heading : '';
  const screens = screensOf(drafts.finish(named), language, choices, notes);
  const fields: LessonFields = {
    ...emptyLessonFields({ title: title.slice(0, LIMITS.titleMax), author: choices.author }),
    language,
    language_version: versionFor(language, null),
  };
  if (screens.length === 0) notes.add('', 'The file has neither text nor code: the lesson has no screens.');
  return {
    fields,
    screens,
    images: document.images,
    report: {
      title: fields.title,
      language,
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

/** The language of most code; of two with as much of it the notebook's own, or the first. */
function languageOf({ language, cells }: ImportedDocument): Language | null {
  const counts = new Map<Language, number>();
  if (language !== null) counts.set(language, 0.5);
  for (const cell of cells)
    if (cell.kind === 'code' && cell.language !== null) counts.set(cell.language, (counts.get(cell.language) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

function whyNoCode({ label, language: own, source }: CodeCell, language: Language | null): string {
  if (source.length > LIMITS.textMax) return 'Its code is longer than a screen can hold: it is kept as a listing in the text.';
  const name = label === '' ? 'an unknown language' : label.slice(0, 60);
  if (own === null) return `Code in ${name} does not run in lessons: it is kept as a listing in the text.`;
  return `The lesson runs ${language ?? 'no code'}, and this is ${name}: it is kept as a listing in the text.`;
}

function screensOf(drafts: readonly ScreenDraft[], language: Language | null, choices: ImportChoices, notes: NoteList): ScreenContent[] {
  const folders: string[] = [];
  const carries = choices.earlier_code && canShareNames(language);
  let earlier = '';
  return drafts.map(({ title, body, code }) => {
    const folder = screenFolder(title, folders);
    folders.push(folder);
    let fields: ScreenFields = { ...emptyScreenFields(code ? 'code' : typeOf(title)), title, body_markdown: body };
    if (code) {
      fields = { ...fields, ...codeFields(code, choices.code) };
      const isTooLong = earlier.length > EARLIER_CODE_MAX;
      if (carries && isTooLong) notes.add(code.place, 'The code before it is too long to run first: its screen begins without.');
      if (carries && !isTooLong && earlier !== '') fields = { ...fields, display_code: earlier, should_run_display_code: true };
      // What fails would end every later screen before it begins.
      if (carries && !code.has_error && !isTooLong) earlier += `${earlier === '' ? '' : '\n\n'}${code.source.trim()}`;
    }
    const attached = { skills: [], questions: [], tests: [], answer_output: code?.output ?? null, answer_variables: [] };
    return { uuid: choices.newUuid(), folder, fields, ...attached };
  });
}

function codeFields({ source, has_error }: CodeCell, use: CodeUse): Partial<ScreenFields> {
  const code = source.replace(/^\n+|\s+$/g, '');
  const start = use === 'start' ? { initial_code: code, initially_passing: true } : {};
  return { answer_code: code, error_okay: has_error, ...start };
}

function typeOf(title: string): ScreenFields['type'] {
  return /^(key )?take-?aways?$/i.test(title) ? 'takeaways' : 'text';
}
