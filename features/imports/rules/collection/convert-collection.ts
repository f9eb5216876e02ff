import type { LessonContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { lessonFolder, screenFolder, slug } from '#features/documents/rules/folder-name.ts';
import { defaultDataFile } from '#features/documents/rules/lesson-yaml.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { sizeOfScreens } from '#features/screens/rules/lesson-size.ts';
import { shortLessonLink } from '#platform/content/lesson-link.ts';
import { decodeUtf8, encodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { isTerminal, LANGUAGES, type OfferedVersions, versionFor } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { COLLECTION_LIMITS } from '../../contract/collections.ts';
import { type CodeUse, type ImportNote, type ImportReport, ScreenStructure } from '../../contract/import-file.ts';
import { hiddenCell } from '../box-code.ts';
import { type ImportedDocument, type Note, UnreadableFile } from '../cells.ts';
import type { ReadTree } from '../code-names.ts';
import type { Exercise } from '../exercises.ts';
import { type ImportChoices, lessonFromCells, type ImportedLesson } from '../lesson-from-cells.ts';
import { packageKey } from '../needed-packages.ts';
import { NoteList } from '../note-list.ts';
import { readImport, titleFromFileName } from '../read-import.ts';
import { findLabels, type Labels } from '../references.ts';
import { stubFile } from '../stub-file.ts';
import { chunkDefaultsAround } from './chunk-defaults.ts';
import { exercisesIn, findDocument, type ContentsEntry } from './contents.ts';
import { DataFiles } from './data-files.ts';
import { EarlierDocuments } from './earlier-documents.ts';
import { baseName, decodedPath, folderOf, onlyBlackboardFile, onlyFileAt, resolvePath, type CollectionFiles } from './paths.ts';
import { withKnownScreens } from './same-screens.ts';
import { UsedFiles } from './used-files.ts';

/** What an earlier import made of a document. */
export interface KnownDocument {
  readonly folder: string;
  readonly content: LessonContent;
}

export interface CollectionChoices {
  readonly author: string;
  readonly code: CodeUse;
  /** Absent: what suits each document. */
  readonly structure?: ScreenStructure | undefined;
  /** Whether the packages that the code of a document imports become those of its lesson. */
  readonly packages?: boolean;
  readonly earlier_code: boolean;
  /** Whether the documents have an order, in which later ones build on earlier ones. */
  readonly is_course: boolean;
  /** The number of the first new lesson; the others follow. */
  readonly first: number;
  /** Documents that were imported before, by path: they keep their numbers, folders and uuids. */
  readonly known: ReadonlyMap<string, KnownDocument>;
  /** What the runners have. */
  readonly offered: OfferedVersions;
  readonly newUuid: () => string;
  readonly readTree: ReadTree;
  /** Why bytes can't be a lesson image; null: they can. */
  readonly imageProblem: (bytes: Uint8Array) => string | null;
  /** Characters of all lessons together. The document after the one that exceeds it is refused, and all after it. */
  readonly lessonCharacters?: number;
}

/** A document of a collection as a lesson. */
export interface CollectionLesson {
  readonly path: string;
  readonly folder: string;
  readonly content: LessonContent;
  /** Images and data files, by path below the lesson's folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly report: ImportReport;
}

export interface ConvertedCollection {
  readonly lessons: readonly CollectionLesson[];
  /** Documents that can't be imported. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
  /** Files that no lesson has, and packages that no code imports. */
  readonly left: readonly ImportNote[];
}

/** A link to another document, until all lessons have their folders. Nothing that people write looks like it. */
const PENDING = 'lessonwright-linked-document';
const PENDING_LINK = new RegExp(`${PENDING}-(\\d+)`, 'g');

const TOO_MANY_CHARACTERS = (most: number) =>
  `The lessons before this one have ${most / 1_000_000} million characters together, with the code that they repeat. One import can’t have more: import the rest separately.`;

interface Link {
  readonly path: string;
  readonly anchor: string;
}

interface Read {
  readonly entry: ContentsEntry;
  readonly lesson: ImportedLesson;
  readonly data: ReadonlyMap<string, Uint8Array>;
}

/**
 * Turns documents of a collection into lessons, in their order: with the images and data files that they use, and with links to each other.
 * Numbers are given in order, to documents that have none yet.
 *
 * @yields the number of documents read so far, so that the caller can stop and let others work
 */
export function* convertCollection(
  files: CollectionFiles,
  entries: readonly ContentsEntry[],
  choices: CollectionChoices,
): Generator<number, ConvertedCollection> {
  const wanted = new Set(entries.map(({ path }) => path));
  const links: Link[] = [];
  const read: Read[] = [];
  const refused: { path: string; reason: string }[] = [];
  const labels = labelsOf(files, entries);
  const earlier = new EarlierDocuments(choices.readTree);
  const exercises = new Map(exercisesIn(files).map((exercise) => [exercise.path, exercise]));
  const { lessonCharacters = COLLECTION_LIMITS.lessonCharacters } = choices;
  let characters = 0;
  const usedFiles = new UsedFiles(files);
  for (const [index, entry] of entries.entries()) {
    try {
      if (characters > lessonCharacters) throw new UnreadableFile(TOO_MANY_CHARACTERS(lessonCharacters));
      const exercise = exercises.get(entry.path);
      const one = exercise
        ? readExercise(files, entry, exercise, choices)
        : readDocument(files, entry, choices, { wanted, links, labels, earlier, used: usedFiles });
      characters += sizeOfScreens(one.lesson.screens).texts;
      read.push(one);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      refused.push({ path: entry.path, reason: error.message });
    }
    yield index + 1;
  }
  const used = new Set([...choices.known.values()].map(({ content }) => content.sequence));
  let next = choices.first;
  const lessons = read.map((each) => {
    const known = choices.known.get(each.entry.path);
    if (known) return lessonOf(each, known.content.sequence, known, choices);
    while (used.has(next)) next++;
    return lessonOf(each, next++, undefined, choices);
  });
  const targets = new Map(lessons.map((lesson) => [lesson.path, new LinkTarget(lesson)]));
  for (const lesson of lessons) for (const bytes of lesson.files.values()) usedFiles.addBytes(bytes);
  for (const { path, helpers } of exercises.values()) for (const each of [path, ...helpers]) usedFiles.add(each);
  const packages = new Set(lessons.flatMap(({ report, content }) => [...report.packages, ...content.packages.map(({ name }) => name)]));
  const left = [...usedFiles.left(wanted), ...usedFiles.unusedRequirements(packages)];
  return { lessons: lessons.map((lesson) => withLinks(lesson, links, targets)), refused, left };
}

/** A lesson with one code screen, which the unit tests check. What the tests load are data files. */
function readExercise(
  files: CollectionFiles,
  entry: ContentsEntry,
  { language, fields, helpers, left }: Exercise,
  choices: CollectionChoices,
): Read {
  const { author, newUuid } = choices;
  const notes = new NoteList();
  for (const path of left) notes.add(path, 'This file of the exercise has no place in a screen.');
  if (fields.answer_code === '') notes.add(entry.path, 'The exercise has no solution. Write the answer of its screen.');
  const title = (entry.title || fields.title).slice(0, LIMITS.titleMax);
  const attached = { skills: [], questions: [], tests: [], answer_output: null, answer_variables: [] };
  const written = isTerminal(language) ? stubFile(language, { ...fields, title }, screenFolder(title, [])) : { ...fields, title };
  const lesson: ImportedLesson = {
    fields: { ...emptyLessonFields({ title, author }), language, language_version: versionFor(language, null, offeredTo(entry, choices)) },
    screens: [{ uuid: newUuid(), folder: screenFolder(title, []), fields: written, ...attached }],
    images: [],
    packages: [],
    report: {
      title,
      language,
      structure: 'exercise',
      structure_reason: '',
      packages: [],
      screens: [{ title, type: 'code', has_output: false }],
      images: [],
      notes: notes.all,
    },
  };
  return { entry, lesson, data: new Map(helpers.map((path) => [baseName(path), files.get(path) ?? new Uint8Array()])) };
}

function readDocument(
  files: CollectionFiles,
  entry: ContentsEntry,
  choices: CollectionChoices,
  around: {
    readonly wanted: ReadonlySet<string>;
    readonly links: Link[];
    readonly labels: Labels;
    readonly earlier: EarlierDocuments;
    readonly used: UsedFiles;
  },
): Read {
  const { wanted, links } = around;
  const { path } = entry;
  const folder = folderOf(path);
  const notes = new NoteList();
  const data = new DataFiles(files, path, { mostBytes: LIMITS.dataFileBytes, note: notes.add });
  const bytes = files.get(path) ?? new Uint8Array();
  const fileAt = (address: string) => {
    const found = pathAround(files, folder, address);
    if (found !== null) around.used.add(found);
    return found === null ? null : (files.get(found) ?? null);
  };
  const document = readImport(baseName(path), withoutTemplates(path, bytes, files, notes.add), choices.imageProblem, {
    readTree: choices.readTree,
    labels: around.labels,
    file: fileAt,
    images: new Set<string>(),
    chunkDefaults: chunkDefaultsAround(files, path),
    link: (address) => {
      const [target = '', anchor = ''] = address.replace(/\?[^#]*/, '').split('#', 2);
      const found = findDocument(files, folder, target) ?? findDocument(files, '', target) ?? findPage(files, target);
      if (found !== null && wanted.has(found)) return `${PENDING}-${links.push({ path: found, anchor }) - 1}`;
      const name = target === '' ? null : data.nameOf(target.replace(/^\/+/, ''), '');
      return name === null ? null : `../../files/${name.split('/').map(encodeURIComponent).join('/')}`;
    },
  });
  const before = choices.earlier_code && choices.is_course ? around.earlier.before(document.cells) : { cells: [], names: [] };
  if (before.cells.length > 0)
    notes.add('', `Code of earlier documents runs before this lesson, as it uses ${before.names.join(', ').slice(0, 200)}.`);
  around.earlier.add(document.cells);
  data.addListed(document.marked?.mark.files ?? []);
  const hidden = before.cells.map(hiddenCell);
  const cells = [...hidden, ...document.cells].map((cell) => data.rename(cell));
  const imported: ImportedDocument = { ...document, cells, notes: [...document.notes, ...notes.all] };
  const { author, code, earlier_code, newUuid } = choices;
  const title = entry.title || titleFromFileName(baseName(path));
  const lesson = lessonLike(choices.known.get(path), imported, {
    title: '',
    otherwise: title,
    author,
    code,
    structure: choices.structure,
    packages: choices.packages === true,
    place: {
      hasFile: (address) => data.files.has(address) || data.files.has(baseName(address)) || pathAround(files, folder, address) !== null,
      hasDatabase: data.hasDatabase(around.used.database),
      versions: around.used.versions,
    },
    earlier_code,
    newUuid,
    offered: offeredTo(entry, choices),
  });
  if (lesson.fields.language !== null && LANGUAGES[lesson.fields.language].isQuery) data.addDatabase(around.used.database);
  return { entry, lesson, data: data.files };
}

/** The lesson of a document. Unless a structure is chosen, one that was imported before keeps the structure that its lesson has. */
function lessonLike(known: KnownDocument | undefined, document: ImportedDocument, choices: ImportChoices): ImportedLesson {
  if (known === undefined || choices.structure !== undefined || document.marked) return lessonFromCells(document, choices);
  const titles = new Set(known.content.screens.map(({ fields }) => fields.title));
  const differs = ({ screens }: ImportedLesson) =>
    Math.abs(screens.length - titles.size) + screens.filter(({ fields }) => !titles.has(fields.title)).length;
  const lessons = [undefined, ...ScreenStructure.options].map((structure) => lessonFromCells(document, { ...choices, structure }));
  return lessons.reduce((best, lesson) => (differs(lesson) < differs(best) ? lesson : best));
}

/** The file that an address of a document means; null: none. */
function pathAround(files: CollectionFiles, folder: string, address: string): string | null {
  // An address from the root starts at the root of the site, which is some folder around the document.
  for (const from of address.startsWith('/') ? foldersAround(folder) : [folder, '']) {
    const found = resolvePath(from, address.replace(/^\/+/, ''));
    if (found !== null && files.has(found)) return found;
  }
  // Some sites show all their pages in one folder.
  return onlyFileAt(files, decodedPath(address)) ?? onlyBlackboardFile(files, baseName(address));
}

/** A document that was imported before keeps its version, whatever the runners have by now. */
function offeredTo({ path }: ContentsEntry, { known, offered }: CollectionChoices): OfferedVersions {
  const { language = null, language_version = null } = known.get(path)?.content.fields ?? {};
  return language === null || language_version === null ? offered : { ...offered, [language]: [language_version] };
}

/** Documents of other kinds. */
const NO_MARKDOWN = /\.(?:ipynb|xml|qti|dat|gift)$/i;

/** The labels of all documents, with the addresses of the sections that they name. */
function labelsOf(files: CollectionFiles, entries: readonly ContentsEntry[]): Labels {
  const labels = new Map<string, { text: string; address: string }>();
  for (const { path } of entries) {
    const bytes = files.get(path);
    if (!bytes || NO_MARKDOWN.test(path) || !isUtf8(bytes)) continue;
    for (const [label, { text }] of findLabels(decodeUtf8(bytes)))
      if (!labels.has(label)) labels.set(label, { text, address: `/${path}#${slug(text, '')}` });
  }
  return labels;
}

function foldersAround(folder: string): string[] {
  const steps = folder.split('/').filter((step) => step !== '');
  return [...steps.keys()].map((step) => steps.slice(0, steps.length - step).join('/')).concat('');
}

/** Jekyll shows `_episodes/15-scope.md` as `/15-scope/`. */
function findPage(files: CollectionFiles, address: string): string | null {
  const name = /^(?:\/|\.\.\/)([\w-]{1,200})\/?(?:index\.html)?$/.exec(address)?.[1];
  if (name === undefined) return null;
  for (const folder of JEKYLL_FOLDERS) {
    const found = findDocument(files, folder, name);
    if (found !== null) return found;
  }
  return null;
}

const JEKYLL_FOLDERS = ['_episodes', '_episodes_rmd', '_extras'];
const DEFINITION = /^ {0,3}\[[^[\]\n]{1,300}\]:[ \t]*[^\s{}]{1,2000}[ \t]*$/gm;

/** The definitions of links in a file that pages of Jekyll include: other parts of a site have no place in a lesson. */
function included(files: CollectionFiles, name: string, note: Note): string | null {
  const bytes = files.get(`_includes/${name}`);
  if (!bytes) return null;
  if (/\.md$/i.test(name) && isUtf8(bytes)) return `\n${(decodeUtf8(bytes).match(DEFINITION) ?? []).join('\n')}\n`;
  note('', `The page includes ${name.slice(0, 100)}, a part of its site that was left out.`);
  return '';
}

/** Jekyll's and MyST's ways to name another document, as addresses. */
function withoutTemplates(path: string, bytes: Uint8Array, files: CollectionFiles, note: Note): Uint8Array {
  if (NO_MARKDOWN.test(path) || !isUtf8(bytes)) return bytes;
  const text = decodeUtf8(bytes);
  if (!text.includes('{')) return bytes;
  const seen = new Set<string>();
  // A definition counts once, however often its file is included.
  const include = (whole: string, name: string) => {
    const definitions = seen.has(name) ? '' : included(files, name, note);
    if (definitions !== null) seen.add(name);
    return definitions ?? whole;
  };
  const plain = text
    .replace(/^[ \t]{0,20}\{%-?[ \t]{0,20}include[ \t]{1,20}([\w./-]{1,200})[ \t]{0,20}-?%\}[ \t]{0,20}$/gm, include)
    .replace(/\{\{\s*(?:page\.root|site\.baseurl|relative_root_path)\s*\}\}\s*\/?(?=\{%|[\w./-])/g, '/')
    .replace(/\/?\{%-?\s*link\s+([^\s%{}]{1,300})\s*-?%\}/g, '/$1')
    .replace(/\{doc\}`(?:([^`<>\n]{1,300})<([^`<>\s]{1,300})>|([^`<>\s]{1,300}))`/g, (whole: string, ...groups: (string | undefined)[]) => {
      const [label, target = '', alone] = groups;
      const found = findDocument(files, folderOf(path), alone ?? target);
      return found === null ? whole : `[${(label ?? titleFromFileName(baseName(found))).trim()}](/${found})`;
    });
  return plain === text ? bytes : encodeUtf8(plain);
}

function lessonOf(
  { entry, lesson, data }: Read,
  sequence: number,
  known: KnownDocument | undefined,
  { newUuid }: Pick<CollectionChoices, 'newUuid'>,
): CollectionLesson {
  const title = (entry.title || lesson.fields.title).slice(0, LIMITS.titleMax);
  const images = lesson.images.map(({ file_name }) => ({ file_name }));
  const content: LessonContent = {
    uuid: known?.content.uuid ?? newUuid(),
    sequence,
    fields: { ...lesson.fields, title, ...(known && { author: known.content.fields.author }) },
    packages: packagesOf(known, lesson),
    packages_lock: known?.content.packages_lock ?? null,
    datasets: [],
    accepted: [],
    data_files: [...data.keys()].map(defaultDataFile).sort(byFileName),
    images: images.sort(byFileName),
    screens: known ? withKnownScreens(known.content.screens, lesson.screens) : [...lesson.screens],
  };
  const files = new Map([
    ...lesson.images.map(({ file_name, bytes }) => [`images/${file_name}`, bytes] as const),
    ...[...data].map(([name, bytes]) => [`files/${name}`, bytes] as const),
  ]);
  return { path: entry.path, folder: known?.folder ?? lessonFolder(sequence, title), content, files, report: { ...lesson.report, title } };
}

/** Packages that were added with an earlier version stay. */
function packagesOf(known: KnownDocument | undefined, { packages }: ImportedLesson): LessonContent['packages'] {
  const before = known?.content.packages ?? [];
  const keys = new Set(before.map(({ name }) => packageKey(name)));
  return [...before, ...packages.filter(({ name }) => !keys.has(packageKey(name)))].slice(0, LIMITS.packagesMax);
}

function byFileName(one: { readonly file_name: string }, other: { readonly file_name: string }): number {
  return one.file_name < other.file_name ? -1 : 1;
}

/** The lesson with the addresses of the lessons that it links to. */
function withLinks(lesson: CollectionLesson, links: readonly Link[], targets: ReadonlyMap<string, LinkTarget>): CollectionLesson {
  const addressOf = (number: string) => {
    const { path, anchor } = links[Number(number)] ?? { path: '', anchor: '' };
    return targets.get(path)?.addressOf(anchor) ?? path;
  };
  const linked = (text: string) => (text.includes(PENDING) ? text.replace(PENDING_LINK, (_, number: string) => addressOf(number)) : text);
  return { ...lesson, content: withTexts(lesson.content, linked) };
}

/** Data whose texts are changed, at any depth. */
function withTexts<Data>(data: Data, change: (text: string) => string): Data;
function withTexts(data: unknown, change: (text: string) => string): unknown {
  if (typeof data === 'string') return change(data);
  if (Array.isArray(data)) return data.map((each: unknown) => withTexts(each, change));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]: [string, unknown]) => [key, withTexts(value, change)]));
}

/** A lesson that others link to. */
class LinkTarget {
  readonly #content: LessonContent;
  #screens: ReadonlyMap<string, readonly ScreenContent[]> | null = null;

  constructor({ content }: CollectionLesson) {
    this.#content = content;
  }

  /** The short link to the lesson, or to its screen with this heading. */
  addressOf(anchor: string): string {
    return shortLessonLink(this.#content.uuid, (anchor === '' ? undefined : this.#screenAt(decodedPath(anchor)))?.uuid ?? null);
  }

  /** A number at the end of an anchor distinguishes headings with the same text. */
  #screenAt(anchor: string): ScreenContent | undefined {
    this.#screens ??= screensByHeading(this.#content.screens);
    const [, name = '', number = '0'] = /^(.+)-(\d{1,4})$/.exec(anchor) ?? [];
    return (this.#screens.get(slug(anchor, '')) ?? [])[0] ?? this.#screens.get(slug(name, ''))?.[Number(number)];
  }
}

/** What tools leave out of an anchor: all of them these signs, so that “Bars & lines” is `#bars-lines`, and MyST all other letters, too. */
const LEFT_OUT = [/[&+%]/g, /[^A-Za-z\d]+/g];

/** Screens by the addresses of their headings; a title may name its section too: `Owls: At night`. */
function screensByHeading(screens: readonly ScreenContent[]): Map<string, ScreenContent[]> {
  const found = new Map<string, ScreenContent[]>();
  for (const screen of screens) {
    const { title } = screen.fields;
    const headings = [title, ...title.split(': ')];
    const written = headings.flatMap((each) => [each, ...LEFT_OUT.map((signs) => each.replace(signs, ' '))]);
    const names = new Set(written.map((each) => slug(each, 'screen')));
    for (const name of names) {
      const others = found.get(name);
      if (others) others.push(screen);
      else found.set(name, [screen]);
    }
  }
  return found;
}
