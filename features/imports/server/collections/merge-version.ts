import { getAuthor } from '#features/accounts/server/index.ts';
import { recordAudit } from '#features/audit/server/index.ts';
import { MESSAGES as SYNC_MESSAGES } from '#features/branches/server/index.ts';
import { openConflicts, type MergePlan } from '#features/changes/server/index.ts';
import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { COURSES, listInRelease } from '#features/curricula/server/index.ts';
import { COURSE_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { curriculumFolder } from '#features/documents/rules/folder-name.ts';
import type { Decisions, KeyedConflict, Sides } from '#features/documents/rules/merge-conflicts.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import type { ContentRoot } from '#features/git/rules/content-roots.ts';
import { listReleaseLessons } from '#features/lesson-store/server/index.ts';
import { findMainRelease, type StoredRelease } from '#features/releases/server/index.ts';
import { importFolders, commitFirst, mergeIntoRelease, withReleaseEvents } from '#features/sync/server/index.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { alreadyExists, unavailable } from '#platform/server/errors.ts';
import { NO_OPERATION, type Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { CollectionConflict, CollectionDocument, CollectionReply, DocumentState } from '../../contract/collections.ts';
import type { CollectionLesson } from '../../rules/collection/convert-collection.ts';
import type { StoredFolder } from '../tables.ts';
import { EMPTY_LESSON, newCourse, originOf, type PreparedCollection } from './create-collection.ts';
import { MESSAGES } from './messages.ts';
import { storeCollection, type StoredCollection, type StoredDocument } from './queries.ts';
import { fromStored, toStored } from './stored-folder.ts';

interface NewerVersion {
  readonly collection: StoredCollection;
  readonly release: StoredRelease;
  readonly prepared: PreparedCollection;
  readonly isDryRun: boolean;
}

interface MergedVersion {
  readonly states: ReadonlyMap<string, { state: DocumentState; reason: string }>;
  /** Documents that the newer version doesn't have. */
  readonly gone: readonly CollectionDocument[];
  readonly conflicts: readonly CollectionConflict[];
  readonly imported: CollectionReply['imported'];
}

/** Conflicts that are listed, and characters of each side. */
const CONFLICTS_MAX = 500;
const SHOWN_MAX = 4_000;

/**
 * Merges a newer version of a collection into a release: what changed since the last import arrives, what authors changed stays. Where both
 * changed the same, the author's value stays and the conflict is listed. One commit and one transaction. Then what was imported is stored
 * as the base of the next merge; if that fails, the next import merges from the older base, which only lists more conflicts.
 */
export async function mergeVersion(
  platform: Platform,
  actor: Actor,
  { collection, release, prepared, isDryRun }: NewerVersion,
  operation: Operation,
): Promise<MergedVersion> {
  const { commit_sha: from } = await commitFirst(platform, release.id, operation.signal);
  if (from === null) throw unavailable(SYNC_MESSAGES.noMain);
  const merger = new VersionMerger(platform, { from, isSameRelease: collection.release_id === release.id });
  const stored = new Map(collection.documents.map((document) => [document.path, document]));
  const { lessons } = prepared.converted;
  for (const [index, lesson] of lessons.entries()) {
    operation.signal.throwIfAborted();
    await merger.addLesson(lesson, stored.get(lesson.path));
    operation.progress('Merging the lessons', index + 1, lessons.length);
  }
  const course = await merger.addCourse(actor, collection, prepared);
  const gone = collection.documents.filter(({ path }) => !prepared.source.files.has(path)).map(goneDocument);
  const result = { states: merger.states, gone };
  const shown = merger.conflicts.slice(0, CONFLICTS_MAX);
  if (isDryRun) return { ...result, conflicts: shown.map(withLesson(new Map())), imported: null };
  await requireFree(platform, release, merger.added);
  if (merger.writes.size + merger.deletes.length > 0) {
    operation.progress('Writing the commit', 0, null);
    const { writes, deletes } = merger;
    const message = `Import a newer version of ${collection.title.slice(0, 100)}`;
    await mergeFiles(platform, actor, { release, from, message, writes, deletes, signal: operation.signal }, (commit) =>
      showChanged(platform, { release, commit, folders: merger.changed }),
    );
  }
  const documents = [...stored.values()].filter(({ path }) => !merger.bases.has(path));
  await platform.db.transaction().execute(async (tx) => {
    await storeCollection(tx, collection.id, {
      title: collection.title,
      release_id: release.id,
      ...originOf(prepared),
      imported_by: actor.id,
      course_folder: course.folder,
      course: course.base,
      documents: [...documents, ...merger.bases.values()],
    });
    const details = { title: collection.title, lessons: lessons.length };
    await recordAudit(tx, { actor, action: 'collection.import', subject: `release:${release.id}`, details });
  });
  const row = (await listInRelease(platform.db, COURSES, release.id)).find(({ folder }) => folder === course.folder);
  const imported = { release_id: release.id, release_name: release.name, course_id: row?.id ?? null, lessons: lessons.length };
  const ids = new Map((await listReleaseLessons(platform.db, release.id)).map(({ folder, id }) => [folder, id]));
  return { ...result, conflicts: shown.map(withLesson(ids)), imported };
}

/** Adds the ids of lessons, in which the conflicts can be resolved. */
function withLesson(ids: ReadonlyMap<string, number>) {
  return ({ folder, ...conflict }: FoundConflict): CollectionConflict => ({
    ...conflict,
    lesson_id: folder === null ? null : (ids.get(folder) ?? null),
  });
}

interface MergedFiles {
  readonly release: StoredRelease;
  /** The commit that the files were compared with. */
  readonly from: string;
  readonly message: string;
  readonly writes: ReadonlyMap<string, Uint8Array>;
  readonly deletes: readonly string[];
  readonly signal: AbortSignal;
}

/** Merges files into the branch of a release, in one commit. @param show called with the commit of the rows */
export async function mergeFiles(
  platform: Platform,
  actor: Actor,
  { release, from, message, writes, deletes, signal }: MergedFiles,
  show: (commit: string) => Promise<void>,
): Promise<void> {
  const author = await getAuthor(platform.db, actor.id);
  const change = { branch: release.branch_name, expectedHead: from, author, message, date: new Date(), writes, deletes };
  const commit = await platform.git.prepareCommit(change, signal);
  try {
    const input = { theirs: commit.sha, source: 'branch', isWrittenHere: true, message, author, check: requireMergeable } as const;
    await withReleaseEvents(platform, release.id, async () => {
      const { to } = await mergeIntoRelease(platform, release.id, input, signal);
      await show(to);
    });
  } finally {
    await platform.git.dropCommit(commit);
  }
}

/** Lessons that the branch has from main become lessons of the release once they differ. */
async function showChanged(
  platform: Platform,
  { release, commit, folders }: { release: StoredRelease; commit: string; folders: readonly string[] },
): Promise<void> {
  const there = new Set((await listReleaseLessons(platform.db, release.id)).map(({ folder }) => folder));
  const missing = folders.filter((folder) => !there.has(folder)).map((folder) => ({ folder, commit }));
  await importFolders(platform, release.id, missing, NO_OPERATION);
}

/** Others may have saved since the merge began. */
async function requireMergeable(plan: MergePlan): Promise<void> {
  if (openConflicts(plan).length > 0) throw unavailable(MESSAGES.others);
}

/** Lessons and the course of a newer version, merged with those of a branch. */
class VersionMerger {
  readonly states = new Map<string, { state: DocumentState; reason: string }>();
  readonly conflicts: FoundConflict[] = [];
  readonly writes = new Map<string, Uint8Array>();
  readonly deletes: string[] = [];
  /** Folders of lessons that the branch has in another version. */
  readonly changed: string[] = [];
  /** Lessons that the branch doesn't have yet. */
  readonly added: CollectionLesson[] = [];
  /** What the next merge compares with, by path. */
  readonly bases = new Map<string, StoredDocument>();
  readonly #git: Platform['git'];
  readonly #db: Platform['db'];
  readonly #from: string;
  readonly #isSameRelease: boolean;

  constructor({ git, db }: Pick<Platform, 'git' | 'db'>, { from, isSameRelease }: { from: string; isSameRelease: boolean }) {
    this.#git = git;
    this.#db = db;
    this.#from = from;
    this.#isSameRelease = isSameRelease;
  }

  async addLesson(lesson: CollectionLesson, known: StoredDocument | undefined): Promise<void> {
    const { path, folder, content } = lesson;
    const place = `lessons/${folder}`;
    const theirs = writeLesson(content, lesson.files, EMPTY_LESSON);
    const stored = toStored(theirs);
    const open = this.#isSameRelease ? (known?.conflict_base ?? null) : null;
    this.bases.set(path, { path, folder, lesson: stored, conflict_base: open });
    const mine = (await this.#git.readFolder(this.#from, place)).files;
    if (known === undefined || mine.size === 0) {
      // What an author deleted stays deleted; another release never had it.
      if (known !== undefined && this.#isSameRelease) return this.#set(path, 'deleted', MESSAGES.deleted);
      this.added.push(lesson);
      this.#write(place, new Map(), theirs);
      return this.#set(path, 'new', '');
    }
    if (canonicalJson(known.lesson) === canonicalJson(stored)) return this.#set(path, 'same', '');
    const sides = { base: fromStored(known.lesson, [theirs, mine]), mine, theirs };
    const { files, conflicts } = await keepingMine('lessons', sides);
    const { sequence } = readLesson(mine).lesson;
    this.conflicts.push(...conflicts.map((conflict) => shownConflict({ sequence, folder }, conflict)));
    if (conflicts.length > 0) this.bases.set(path, { path, folder, lesson: stored, conflict_base: open ?? known.lesson });
    this.#write(place, mine, files);
    this.changed.push(folder);
    this.#set(path, 'changed', '');
  }

  /** Merges the course, or adds it to a release that never had it. Returns its folder, and the base of the next merge. */
  async addCourse(
    actor: Actor,
    collection: StoredCollection,
    prepared: PreparedCollection,
  ): Promise<{ folder: string; base: StoredFolder }> {
    const { course_folder: folder } = collection;
    const place = `courses/${folder}`;
    const base = fromStored(collection.course, []);
    const before = COURSE_FORMAT.read(base).content;
    const numbers = prepared.converted.lessons.map(({ content }) => content.sequence);
    const lessons = withOthers(numbers, before.lessons);
    const mine = (await this.#git.readFolder(this.#from, place)).files;
    if (mine.size === 0 && !this.#isSameRelease) {
      const { name, description } = before.fields;
      const course = await newCourse({ db: this.#db }, actor, { name, description, lessons });
      const files = COURSE_FORMAT.write(course);
      const made = curriculumFolder('course', course.sequence, name);
      this.#write(`courses/${made}`, new Map(), files);
      return { folder: made, base: toStored(files) };
    }
    const { description } = prepared.contents;
    const theirs = COURSE_FORMAT.write({ ...before, fields: { ...before.fields, description }, lessons }, base);
    if (mine.size > 0) {
      const { files, conflicts } = await keepingMine('courses', { base, mine, theirs });
      this.conflicts.push(...conflicts.map((conflict) => shownConflict(null, conflict)));
      this.#write(place, mine, files);
    }
    return { folder, base: toStored(theirs) };
  }

  #set(path: string, state: DocumentState, reason: string): void {
    this.states.set(path, { state, reason });
  }

  #write(place: string, before: Files, after: Files): void {
    const { writes, deletes } = fileChanges(place, before, after);
    for (const [path, bytes] of writes) this.writes.set(path, bytes);
    this.deletes.push(...deletes);
  }
}

/** The files to write and to delete below a folder, so that it has these files. */
export function fileChanges(place: string, before: Files, after: Files): { writes: Map<string, Uint8Array>; deletes: string[] } {
  const changed = [...after].filter(([path, bytes]) => {
    const was = before.get(path);
    return was === undefined || Buffer.compare(was, bytes) !== 0;
  });
  return {
    writes: new Map(changed.map(([path, bytes]) => [`${place}/${path}`, bytes])),
    deletes: [...before.keys()].filter((path) => !after.has(path)).map((path) => `${place}/${path}`),
  };
}

/** Merges with the author's value wherever both sides changed the same; lists those. */
async function keepingMine(root: ContentRoot, sides: Sides<Files>): Promise<{ files: Files; conflicts: readonly KeyedConflict[] }> {
  const merge = (decided: Decisions) => requireTextTask('mergeFolder', [root, sides, decided], MESSAGES.tooExpensiveMerge);
  const { files, conflicts } = await merge({});
  if (conflicts.length === 0) return { files, conflicts };
  const decided = Object.fromEntries(conflicts.map(({ key, mine }) => [key, mine]));
  const merged = await merge(decided);
  // A decision can't lead to further conflicts; if it does, nothing of this folder changes.
  return { files: merged.conflicts.length === 0 ? merged.files : sides.mine, conflicts };
}

/** A conflict with the folder of its lesson; null: the course. */
type FoundConflict = Omit<CollectionConflict, 'lesson_id'> & { readonly folder: string | null };

function shownConflict(lesson: { sequence: number; folder: string } | null, { label, mine, theirs }: KeyedConflict): FoundConflict {
  return {
    sequence: lesson?.sequence ?? null,
    folder: lesson?.folder ?? null,
    label,
    mine: shownValue(mine),
    theirs: shownValue(theirs),
  };
}

function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return text.slice(0, SHOWN_MAX).toWellFormed();
}

/** The new order, with the lessons that the newer version doesn't have after those that they followed. */
function withOthers(order: readonly number[], before: readonly number[]): number[] {
  const all = [...order];
  for (const [index, number] of before.entries()) {
    if (all.includes(number)) continue;
    all.splice(all.indexOf(before[index - 1] ?? -1) + 1, 0, number);
  }
  return all;
}

function goneDocument({ path, lesson }: StoredDocument): CollectionDocument {
  const { sequence } = readLesson(fromStored(lesson, [])).lesson;
  return { path, part: '', state: 'gone', sequence, is_known: true, report: null, files: [], reason: MESSAGES.gone };
}

/** @throws AppError `already_exists` if another lesson of the release, or of main, has the number of a new one */
async function requireFree({ db }: Pick<Platform, 'db'>, release: StoredRelease, added: readonly CollectionLesson[]): Promise<void> {
  const main = await findMainRelease(db);
  const rows = [...(await listReleaseLessons(db, release.id)), ...(main ? await listReleaseLessons(db, main.id) : [])];
  const used = new Set(rows.map(({ sequence }) => sequence));
  const taken = added.map(({ content }) => content.sequence).filter((sequence) => used.has(sequence));
  if (taken.length > 0) throw alreadyExists(MESSAGES.taken(taken));
}
