import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { screenFolder } from '#features/documents/rules/folder-name.ts';
import { emptyLessonFields, type LessonFields, type Package } from '#features/lessons/contract/lessons.ts';
import { applyCheckingChange } from '#features/packages/packages.policy.ts';
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
import type { CodeUse, ImportReport, ScreenStructure } from '../contract/import-file.ts';
import {
  type Cell,
  type CodeCell,
  codesOf,
  type ImportedDocument,
  type ImportedImage,
  leftOutAnswer,
  leftOutUnseen,
  listing,
  type MarkedDocument,
  notRun,
  UnreadableFile,
} from './cells.ts';
import { type CodePlace, noteNeeds, NOWHERE } from './code-needs.ts';
import { isIncomplete } from './incomplete-code.ts';
import { type Foreign, readParts } from './lesson-from-parts.ts';
import { NoteList } from './note-list.ts';
import type { DocumentMark } from './part-mark.ts';
import { type Drafts, ScreenDrafts, type ScreenDraft } from './screen-drafts.ts';
import { suggestStructure } from './screen-structure.ts';
import { stubFile } from './stub-file.ts';
import { setupCode } from './tutorials/parts.ts';
import { noteUnknownMarks } from './unknown-marks.ts';

/** The author's options. */
export interface ImportChoices {
  /** Empty: use the title in the file. */
  readonly title: string;
  /** Used if the file has no title either. */
  readonly otherwise: string;
  readonly author: string;
  readonly code: CodeUse;
  /** Absent: what suits the document. */
  readonly structure?: ScreenStructure | undefined;
  /** Each screen runs after all earlier code screens, where their code may change what it works with. */
  readonly earlier_code: boolean;
  /** The language of the lesson that gets the screens; omitted: a new lesson, in the language of most of the code. */
  readonly language?: Language | null | undefined;
  /** What the runners have: a document doesn't say which version it is for. */
  readonly offered: OfferedVersions;
  /** Whether the packages that the code imports become those of the lesson. */
  readonly packages?: boolean;
  /** Absent: the document is imported without other files. */
  readonly place?: CodePlace;
  /** Generates uuids for screens. */
  readonly newUuid: () => string;
}

export interface ImportedLesson {
  readonly fields: LessonFields;
  readonly screens: readonly ScreenContent[];
  readonly images: readonly ImportedImage[];
  readonly packages: readonly Package[];
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
  const language = choices.language === undefined ? languageOf(document) : choices.language;
  noteLanguages(document, language, notes);
  const suggested = suggestStructure(document.cells, language);
  const { structure = suggested.structure } = choices;
  const hasOutputs = document.cells.some((cell) => cell.kind === 'code' && cell.output !== null);
  const heading = firstTitle(document.cells);
  const title = [choices.title, document.title, heading, choices.otherwise].find((each) => each !== '') ?? '';
  // Keep a first heading that isn't the title of the lesson.
  const named = !isAdded(choices) && (document.title === '' || document.title === heading) ? heading : '';
  const drafts = new ScreenDrafts(notes.add, structure, named, hasOutputs);
  if (isAdded(choices) && document.objectives.length > 0) drafts.addText(objectiveList(document.objectives), '');
  for (const cell of document.cells) addCell(drafts, cell, { language, structure, notes });
  const { screens: finished, unused } = drafts.finish();
  const titled = withTitles(finished, title);
  if (isAdded(choices)) noteTitle(document.title, titled, notes);
  const screens = screensOf({ screens: titled, unused }, language, choices, notes);
  const objectives = document.objectives.slice(0, OBJECTIVES_MAX).map((objective) => objective.slice(0, OBJECTIVE_MAX));
  const fields: LessonFields = {
    ...emptyLessonFields({ title: title.slice(0, LIMITS.titleMax), author: choices.author }),
    objectives,
    language,
    language_version: versionFor(language, null, choices.offered),
    // What documents show below their code is usually a value.
    show_last_value: canShowLastValue(language),
  };
  const packages = noteNeeds(codeOfScreens(document.cells, language), language, choices.place ?? NOWHERE, notes.add);
  noteUnknownMarks(document.cells, notes.add);
  notePackages(packages, choices, notes);
  const structured = { structure, structure_reason: choices.structure === undefined ? suggested.reason : '' };
  const needed = packages.map(({ name }) => name);
  const checked = withChecking(fields, screens, choices.packages === true ? packages : [], null);
  return importedLesson(checked.fields, screens, document, notes, { ...structured, needed, packages: checked.packages });
}

/**
 * Custom checks turn custom checking on, which has a package of its own.
 *
 * @param stated what a document says of the lesson; null: nothing
 */
function withChecking(fields: LessonFields, screens: readonly ScreenContent[], packages: readonly Package[], stated: DocumentMark | null) {
  const off = { custom_check_enabled: false, legacy_check_enabled: false, packages };
  const legacy_check_enabled = stated?.checking === 'legacy';
  const hasCustom = screens.some((screen) => screen.fields.custom_check_code !== '');
  const custom_check_enabled = stated?.checking === 'custom' || (stated === null && hasCustom);
  const { packages: all, ...checking } = applyCheckingChange(fields.language, off, { ...off, custom_check_enabled, legacy_check_enabled });
  return { fields: { ...fields, ...checking }, packages: all };
}

/** The code that runs, as readers see it or not. */
function codeOfScreens(cells: readonly Cell[], language: Language | null): CodeCell[] {
  return cells.filter((cell): cell is CodeCell => cell.kind === 'code' && whyNoCode(cell, language) === null);
}

function notePackages(packages: readonly Package[], { packages: isChosen, language }: ImportChoices, notes: NoteList): void {
  if (packages.length === 0) return;
  const names = packages.map(({ name }) => name).join(', ');
  const added = 'They were added to the packages of the lesson. Build them before the code runs.';
  const missing = `Add them to the packages of the lesson${language === undefined ? ' with this import, or later' : ''}.`;
  notes.add('', `The code uses packages that runs don’t have: ${names.slice(0, 500)}. ${isChosen === true ? added : missing}`);
}

/** The title of the first heading of level 1, which may be that of the lesson. */
function firstTitle(cells: readonly Cell[]): string {
  const heading = cells.find((cell) => cell.kind === 'heading' && cell.level === 1);
  return heading?.kind === 'heading' ? heading.title : '';
}

interface OfLesson {
  readonly language: Language | null;
  readonly structure: ScreenStructure;
  readonly notes: NoteList;
}

function addCell(drafts: ScreenDrafts, cell: Cell, of: OfLesson): void {
  if (cell.kind === 'heading') {
    const { level, title, place, source = `${'#'.repeat(level)} ${title}` } = cell;
    drafts.addHeading(level, title, source, place);
  } else if (cell.kind === 'aside-start') drafts.beginAside(cell.title);
  else if (cell.kind === 'aside-end') drafts.endAside();
  else if (cell.kind === 'text') drafts.addText(cell.source, cell.place);
  else if (cell.kind === 'question') drafts.addQuestion(cell.question);
  else addCode(drafts, cell, of);
}

/** Code that runs is the code of a screen, or listed in a text. What readers don't see runs unseen, or nowhere. */
function addCode(drafts: ScreenDrafts, cell: CodeCell, { language, structure, notes }: OfLesson): void {
  const reason = whyNoCode(cell, language);
  if (cell.is_hidden && cell.exercise === null) {
    if (reason === null && !cell.has_error) drafts.addHidden(cell);
    else notes.add(cell.place, leftOutUnseen(cell.source));
    return;
  }
  if (reason !== null) {
    notes.add(cell.place, reason);
    if (cell.exercise !== null) notes.add(cell.place, leftOutAnswer(cell.source));
    const shown = shownOf(cell);
    if (shown.source.trim() !== '') drafts.addText(withOutput(shown), cell.place);
    return;
  }
  if (cell.exercise !== null) return drafts.addCode(cell);
  if (structure === 'exercise') {
    drafts.addText(withOutput(cell), cell.place);
    if (!cell.has_error) drafts.addHidden(cell);
    return;
  }
  // A terminal starts empty: learners read its commands in the text.
  if (isTerminal(language)) drafts.addText(withOutput({ ...cell, label: LANGUAGES.cli.fence, source: cell.source.trim() }), cell.place);
  drafts.addCode(cell);
}

/** A document that this product exported says what each of its parts is. */
function lessonFromParts(document: ImportedDocument, marked: MarkedDocument, choices: ImportChoices): ImportedLesson {
  const notes = new NoteList();
  for (const { place, reason } of document.notes) notes.add(place, reason);
  const { language_version, show_last_value = false } = marked.mark;
  const language = choices.language === undefined ? marked.mark.language : choices.language;
  const { packages: ofLesson = [] } = marked.mark;
  if (isAdded(choices)) notePackages(ofLesson, choices, notes);
  const needed = new Set<string>();
  const packages = new Map(isAdded(choices) ? [] : ofLesson.map((each) => [each.name, each]));
  const read = readParts(
    marked,
    (cells) => {
      const between = { ...document, marked: null, language, cells, notes: [], objectives: [], ...(isAdded(choices) && { title: '' }) };
      const added = lessonFromCells(between, { ...choices, structure: 'cell', earlier_code: false });
      for (const { place, reason } of added.report.notes) notes.add(place, reason);
      for (const name of added.report.packages) needed.add(name);
      for (const each of added.packages) packages.set(each.name, each);
      return added.screens;
    },
    notes.add,
    language === marked.mark.language ? null : foreignCode(marked.mark.language, language),
  );
  const title = [choices.title, read.title, document.title, choices.otherwise].find((each) => each !== '') ?? '';
  const introduction = isAdded(choices) ? introductionOf(read, title, notes) : [];
  if (isAdded(choices)) noteTitle(read.title || document.title, [...introduction, ...read.screens.map(({ fields }) => fields)], notes);
  const folders: string[] = [];
  const screens = [...screensOf({ screens: introduction, unused: [] }, language, choices, notes), ...read.screens].map((screen) => {
    const folder = screenFolder(screen.fields.title, folders);
    folders.push(folder);
    return { ...screen, uuid: choices.newUuid(), folder };
  });
  const fields: LessonFields = {
    ...emptyLessonFields({ title: title.slice(0, LIMITS.titleMax), author: marked.mark.author ?? choices.author }),
    overview: read.overview.slice(0, LIMITS.textMax),
    objectives: read.objectives.slice(0, OBJECTIVES_MAX).map((objective) => objective.slice(0, OBJECTIVE_MAX)),
    language,
    language_version: ownVersion(language, language_version),
    show_last_value,
  };
  const all = [...packages.values()].slice(0, LIMITS.packagesMax);
  const checked = withChecking(fields, screens, all, marked.mark);
  const found = { structure: 'cell', structure_reason: '', needed: [...needed], packages: checked.packages } as const;
  return importedLesson(checked.fields, screens, document, notes, found);
}

/** Whether a lesson gets the screens, which keeps its own title, overview and objectives. */
const isAdded = ({ language }: ImportChoices) => language !== undefined;

const objectiveList = (objectives: readonly string[]) => objectives.map((each) => `- ${each.replaceAll('\n', '\n  ')}`).join('\n');

/** What a document says about its lesson, as text. */
function introductionOf(
  { overview, objectives }: { readonly overview: string; readonly objectives: readonly string[] },
  title: string,
  notes: NoteList,
): ScreenDraft[] {
  const drafts = new ScreenDrafts(notes.add, 'heading', '');
  for (const text of [overview, objectiveList(objectives)]) if (text !== '') drafts.addText(text, '');
  return withTitles(drafts.finish().screens, title);
}

function noteTitle(title: string, screens: readonly { readonly title: string }[], notes: NoteList): void {
  if (title === '' || screens.some((screen) => screen.title === title.slice(0, LIMITS.titleMax))) return;
  notes.add('', `The title “${title}” was left out: the lesson keeps its own.`);
}

function importedLesson(
  fields: LessonFields,
  screens: readonly ScreenContent[],
  document: ImportedDocument,
  notes: NoteList,
  found: Pick<ImportReport, 'structure' | 'structure_reason'> & {
    /** Names of packages that the code imports. */
    readonly needed: readonly string[];
    /** Those that the lesson gets. */
    readonly packages: readonly Package[];
  },
): ImportedLesson {
  const problem = lessonSizeProblem(sizeOfScreens(screens));
  if (problem !== null) throw new UnreadableFile(`${problem} Split the document.`);
  if (screens.length === 0) notes.add('', 'The file has neither text nor code: the lesson has no screens.');
  return {
    fields,
    screens,
    images: document.images,
    packages: found.packages,
    report: {
      title: fields.title,
      language: fields.language,
      structure: found.structure,
      structure_reason: found.structure_reason,
      packages: [...found.needed],
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
function whyNoCode({ label, language: own, source, exercise, has_error }: CodeCell, language: Language | null): string | null {
  if (source.length > LIMITS.textMax) return 'The code is too long for a screen; it was kept as a listing in the text.';
  const name = label === '' ? 'an unknown language' : label.slice(0, 60);
  if (own === null) return notRun(name);
  if (own !== language) return otherLanguage(name, language);
  // A screen with a fragment would fail.
  if (!has_error && exercise === null && isIncomplete(language, source))
    return 'The code is only a part of a program and can’t run; it was kept as a listing in the text.';
  return null;
}

function otherLanguage(name: string, language: Language | null): string {
  return `The lesson runs ${language ?? 'no code'}, and this is ${name}; it was kept as a listing in the text.`;
}

function foreignCode(own: Language | null, language: Language | null): Foreign {
  return { label: own === null ? '' : LANGUAGES[own].fence, reason: otherLanguage(own ?? 'code of no language', language) };
}

function screensOf(
  { screens: drafts, unused }: Drafts,
  language: Language | null,
  choices: ImportChoices,
  notes: NoteList,
): ScreenContent[] {
  const folders: string[] = [];
  const codes = drafts.flatMap(({ code, hidden }) => [...hidden, ...(code ? [code] : [])].flatMap(codesOf));
  const runsAfterOthers = choices.earlier_code && mayChangeState(language, codes);
  const hidden: CodeCell[] = [];
  let hasEarlier = false;
  const screens = drafts.map((draft) => {
    const { title, code, body } = draft;
    hidden.push(...draft.hidden);
    const folder = screenFolder(title, folders);
    folders.push(folder);
    let fields: ScreenFields = { ...emptyScreenFields(code ? 'code' : typeOf(title)), title, body_markdown: body };
    if (code) {
      fields = { ...fields, ...codeFields(code, choices.code) };
      fields = { ...fields, setup_code: setupOf(hidden.splice(0), fields.setup_code) };
      if (runsAfterOthers && hasEarlier) fields = { ...fields, runs_after: 'all' };
      if (isTerminal(language)) fields = code.exercise === null ? { ...fields, initial_code: '' } : stubFile(language, fields, folder);
      hasEarlier = true;
    }
    const attached = {
      skills: [],
      questions: [...draft.questions],
      tests: [],
      answer_output: code?.output ?? null,
      answer_variables: comparedIn(code),
    };
    return { uuid: choices.newUuid(), folder, fields, ...attached };
  });
  // Other code that runs before none is listed in a text.
  for (const cell of [...hidden, ...unused]) if (cell.is_hidden) notes.add(cell.place, leftOutUnseen(cell.source));
  return screens;
}

/** The values of the variables come from a run of the answer. */
function comparedIn(code: CodeCell | null): ScreenContent['answer_variables'] {
  return (code?.exercise?.compared ?? []).map((name) => ({ name }));
}

/** Code as learners may read it: of an exercise, what they start with. */
function shownOf(cell: CodeCell): CodeCell {
  return cell.exercise === null ? cell : { ...cell, source: cell.exercise.initial, output: null };
}

/** Code that nothing runs, with what it printed. */
function withOutput({ label, source, output }: CodeCell): string {
  const printed = output === null ? '' : output.stdout + output.stderr;
  return [listing(label, source), ...(printed === '' ? [] : [listing('output', printed)])].join('\n\n');
}

/** Code that runs unseen before a screen, and then what its exercise sets up itself, which may be the last of that code. */
function setupOf(hidden: readonly CodeCell[], own: string): string {
  const last = hidden.at(-1)?.source.trim();
  const isOwn = last !== undefined && `${own}\n\n`.startsWith(`${last}\n\n`);
  return setupCode(...(isOwn ? hidden.slice(0, -1) : hidden).map(({ source }) => source), own);
}

function codeFields({ source, has_error, exercise }: CodeCell, use: CodeUse): Partial<ScreenFields> {
  const code = source.trimEnd().replace(/^\n+/, '');
  if (exercise !== null)
    return { ...exercise.fields, answer_code: code, error_okay: has_error, initial_code: exercise.initial.trimEnd().replace(/^\n+/, '') };
  const start = use === 'start' ? { initial_code: code, initially_passing: true } : {};
  return { answer_code: code, error_okay: has_error, ...start };
}

function typeOf(title: string): ScreenFields['type'] {
  return /^(key )?take-?aways?$/i.test(title) ? 'takeaways' : 'text';
}
