import { requireFreeBranch } from '#features/branches/server/index.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { PUBLIC_REPOSITORIES, type RepositoryAccess } from '#features/git/server/index.ts';
import { getOpenRelease, type StoredRelease } from '#features/releases/server/index.ts';
import type { OfferedVersions } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { isOneLine } from '#platform/contract/one-line.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { invalid, notFound, refused } from '#platform/server/errors.ts';
import type { UploadedFile } from '#platform/server/http/read-form.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import {
  COLLECTION_LIMITS,
  type CollectionDocument,
  type CollectionForm,
  type CollectionReply,
  type ImportedCollection,
} from '../../contract/collections.ts';
import { IMPORT_LIMITS } from '../../contract/import-file.ts';
import type { Contents, ContentsEntry } from '../../rules/collection/contents.ts';
import type { CollectionLesson, ConvertedCollection, KnownDocument } from '../../rules/collection/convert-collection.ts';
import { createCollection, type PreparedCollection } from './create-collection.ts';
import { mergeVersion } from './merge-version.ts';
import { MESSAGES } from './messages.ts';
import { findCollection, listCollectionRows, type StoredCollection } from './queries.ts';
import { readSource, type CollectionSource } from './read-source.ts';
import { fromStored } from './stored-folder.ts';

/** The collections that were imported, the newest first. */
export async function listCollections({ db }: Pick<Platform, 'db'>): Promise<ImportedCollection[]> {
  return listCollectionRows(db);
}

/** Characters of a file that may say what is in a collection. */
const LONGEST_TEXT = 1_000_000;
/** The start of XML says whether it has questions. */
const XML = /\.(?:xml|qti)$/i;
const START_OF_XML = 4_096;

/**
 * Imports a collection of documents as a course with its lessons, into its own release; or merges a newer version of one into a
 * release. All or nothing: when it fails or is stopped, nothing changes. A dry run only reports.
 *
 * @throws AppError `invalid`, `already_exists`, `not_found`, `unavailable`, `too_large`; `refused` with a text that says why
 */
export async function importCollection(
  platform: Platform,
  actor: Actor,
  { file, ...input }: CollectionForm & { file: UploadedFile | undefined },
  access: RepositoryAccess = PUBLIC_REPOSITORIES,
): Promise<CollectionReply> {
  return platform.operations.run({ id: input.operation_id, actor, stopped: MESSAGES.stopped }, async (operation) => {
    const version = await versionOf(platform, input);
    const name = version ? null : await newRelease(platform, input);
    const source = await readSource(platform, { ...input, file }, operation, access);
    const contents = await contentsOf(source, operation);
    const known = version ? knownOf(version.collection) : new Map<string, KnownDocument>();
    const entries = entriesOf(contents, input.documents, known);
    const others = input.dry_run ? contents.unlisted.filter((path) => !entries.some((entry) => entry.path === path)) : [];
    const all = [...entries, ...others.map((path) => ({ path, title: '', part: '' }))];
    const { versions: offered } = await platform.runners.offers();
    const converted = await convert(source, all, { ...input, actor, known, offered, is_course: contents.source !== null }, operation);
    const title = titleOf([input.course_name, contents.title, titleOfSource(input.git_url ?? file?.name ?? '')]);
    const isOther = new Set(others);
    const chosen = {
      lessons: converted.lessons.filter(({ path }) => !isOther.has(path)),
      refused: converted.refused,
      left: converted.left,
    };
    const { code, earlier_code } = input;
    const prepared: PreparedCollection = { source, contents, title, converted: chosen, code, earlier_code };
    const reply = replyOf(prepared, all, { all: converted, isOther, known });
    if (version) {
      const merged = await mergeVersion(platform, actor, { ...version, prepared, isDryRun: input.dry_run }, operation);
      const documents = reply.documents.map((document) => ({ ...document, ...merged.states.get(document.path) }));
      return { ...reply, documents: [...documents, ...merged.gone], conflicts: [...merged.conflicts], imported: merged.imported };
    }
    if (name === null) return reply;
    return { ...reply, imported: await createCollection(platform, actor, { ...name, prepared }, operation) };
  });
}

async function versionOf(
  platform: Pick<Platform, 'db'>,
  { collection_id, release_id }: CollectionForm,
): Promise<{ collection: StoredCollection; release: StoredRelease } | null> {
  if (collection_id === undefined) return null;
  const collection = await findCollection(platform.db, collection_id);
  if (!collection) throw notFound('collection');
  if (release_id === undefined) throw invalid([{ path: 'release_id', message: MESSAGES.noRelease }]);
  const release = await getOpenRelease(platform.db, release_id, MESSAGES.mainRelease);
  return { collection, release };
}

/** The release to create; null: a dry run. */
async function newRelease(platform: Platform, { dry_run, release_name, branch_name }: CollectionForm) {
  if (dry_run) return null;
  if (release_name === undefined) throw invalid([{ path: 'release_name', message: MESSAGES.noName }]);
  if (branch_name === undefined) throw invalid([{ path: 'branch_name', message: MESSAGES.noBranch }]);
  await requireFreeBranch(platform, branch_name);
  return { releaseName: release_name, branch: branch_name };
}

function knownOf({ documents }: StoredCollection): Map<string, KnownDocument> {
  return new Map(documents.map(({ path, folder, lesson }) => [path, { folder, content: readLesson(fromStored(lesson, [])).lesson }]));
}

/** The documents to import in order: those that were chosen, or those of the table of contents and those imported before. */
function entriesOf(contents: Contents, chosen: readonly string[] | undefined, known: ReadonlyMap<string, KnownDocument>): ContentsEntry[] {
  const listed = new Map(contents.listed.map((entry) => [entry.path, entry]));
  const all = new Set([...listed.keys(), ...contents.unlisted]);
  if (all.size === 0) throw refused([MESSAGES.noDocuments, ...contents.notes.map(({ reason }) => reason)].join(' ').slice(0, 1_000));
  const paths = chosen ?? [...listed.keys(), ...contents.unlisted.filter((path) => known.has(path))];
  const missing = paths.find((path) => !all.has(path));
  if (missing !== undefined) throw refused(MESSAGES.notThere(missing));
  const entries = [...new Set(paths)].map((path) => listed.get(path) ?? { path, title: '', part: '' });
  if (entries.length > COLLECTION_LIMITS.documents) throw refused(MESSAGES.tooMany(COLLECTION_LIMITS.documents));
  return entries;
}

async function convert(
  { files }: CollectionSource,
  entries: readonly ContentsEntry[],
  input: Pick<CollectionForm, 'code' | 'structure' | 'packages' | 'earlier_code' | 'first_number'> & {
    actor: Actor;
    known: ReadonlyMap<string, KnownDocument>;
    offered: OfferedVersions;
    is_course: boolean;
  },
  operation: Operation,
): Promise<ConvertedCollection> {
  const { first_number: first, actor, code, structure, packages, earlier_code, known, offered, is_course } = input;
  const choices = { code, structure, packages, earlier_code, known, offered, is_course, author: actor.name, first };
  const onProgress = (done: number) => operation.progress('Reading the documents', done, entries.length);
  const { signal } = operation;
  return await requireTextTask('convertCollection', [files, entries, choices], MESSAGES.tooExpensive, { signal, onProgress });
}

/** The table of contents. Texts are short; larger files are data. */
async function contentsOf({ files }: CollectionSource, { signal }: Operation): Promise<Contents> {
  const texts = new Map(
    [...files].map(([path, bytes]) => [path, bytes.length > LONGEST_TEXT ? bytes.slice(0, XML.test(path) ? START_OF_XML : 0) : bytes]),
  );
  return await requireTextTask('readContents', [texts], MESSAGES.tooExpensive, { signal });
}

/** The first that a course may have. */
function titleOf(titles: readonly string[]): string {
  const title = titles.find((each) => each.trim() !== '' && isOneLine(each)) ?? 'Imported course';
  return title.slice(0, LIMITS.titleMax).trim();
}

/** `https://github.com/owner/some-course.git` and `some-course.zip` are `some course`. */
function titleOfSource(source: string): string {
  const name = source.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return name
    .replace(/\.(zip|git)$/i, '')
    .replace(/[_\-\s]+/g, ' ')
    .trim();
}

function replyOf(
  { source, contents, title, converted }: PreparedCollection,
  entries: readonly ContentsEntry[],
  { all, isOther, known }: { all: ConvertedCollection; isOther: ReadonlySet<string>; known: ReadonlyMap<string, KnownDocument> },
): CollectionReply {
  const lessons = new Map(all.lessons.map((lesson) => [lesson.path, lesson]));
  const reasons = new Map(converted.refused.map(({ path, reason }) => [path, reason]));
  const left = contents.listed.filter(({ path }) => !entries.some((entry) => entry.path === path));
  const documents = [...entries, ...left].map((entry) =>
    documentOf(entry, lessons.get(entry.path), {
      reason: reasons.get(entry.path),
      isUnlisted: isOther.has(entry.path) || left.includes(entry),
      sequence: known.get(entry.path)?.content.sequence ?? null,
      why: left.includes(entry) ? MESSAGES.notChosen : contents.source === null ? MESSAGES.unlistedByName : MESSAGES.unlisted,
    }),
  );
  return {
    title,
    description: contents.description,
    contents: contents.source,
    commit: source.commit,
    documents,
    skipped: [...contents.notes.map(({ path, reason }) => ({ place: path, reason })), ...all.left, ...source.skipped].slice(
      0,
      IMPORT_LIMITS.notes,
    ),
    conflicts: [],
    imported: null,
  };
}

function documentOf(
  { path, part }: ContentsEntry,
  lesson: CollectionLesson | undefined,
  { reason, isUnlisted, sequence, why }: { reason: string | undefined; isUnlisted: boolean; sequence: number | null; why: string },
): CollectionDocument {
  const files = lesson?.content.data_files.map(({ file_name }) => file_name) ?? [];
  const found = {
    path,
    part,
    is_known: sequence !== null,
    report: lesson?.report ?? null,
    files,
    sequence: isUnlisted ? sequence : (lesson?.content.sequence ?? sequence),
  };
  if (reason !== undefined) return { ...found, state: 'refused', reason };
  return isUnlisted ? { ...found, state: 'unlisted', reason: why } : { ...found, state: 'new', reason: '' };
}
