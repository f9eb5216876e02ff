import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getAuthor } from '#features/accounts/server/index.ts';
import { recordAudit } from '#features/audit/server/index.ts';
import { MESSAGES as SYNC_MESSAGES, createOrMove, reserveBranch } from '#features/branches/server/index.ts';
import { pushBranchQueue } from '#features/changes/server/index.ts';
import type { CourseContent } from '#features/content-model/rules/curriculum-content.ts';
import { COURSES, publishCurriculumChanged, upsertCurriculum } from '#features/curricula/server/index.ts';
import { COURSE_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { curriculumFolder } from '#features/documents/rules/folder-name.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { addLessonFiles, storeFiles, type LessonFileRow } from '#features/lesson-files/server/index.ts';
import { addLessons, listReleaseLessons } from '#features/lesson-store/server/index.ts';
import { publishContentChanged } from '#features/lessons/server/index.ts';
import { addRelease, findMainRelease } from '#features/releases/server/index.ts';
import { recordFirstRevisions, setOrigin } from '#features/revisions/server/index.ts';
import { addScreensOfMany, screenHash } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { alreadyExists, refused } from '#platform/server/errors.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { alreadyStored } from '#platform/server/unique-violation.ts';
import type { CollectionReply } from '../../contract/collections.ts';
import type { CodeUse } from '../../contract/import-file.ts';
import type { Contents } from '../../rules/collection/contents.ts';
import type { CollectionLesson, ConvertedCollection } from '../../rules/collection/convert-collection.ts';
import { MESSAGES } from './messages.ts';
import { storeCollection } from './queries.ts';
import type { CollectionSource } from './read-source.ts';
import { toStored } from './stored-folder.ts';

/** A lesson without anything, which a new one is written against. */
export const EMPTY_LESSON = readLesson(new Map()).lesson;

/** A collection that was read and converted, before anything is stored. */
export interface PreparedCollection {
  readonly source: CollectionSource;
  readonly contents: Contents;
  /** Title of the course. */
  readonly title: string;
  readonly converted: ConvertedCollection;
  readonly code: CodeUse;
  readonly earlier_code: boolean;
}

interface NewCollection {
  readonly releaseName: string;
  readonly branch: string;
  readonly prepared: PreparedCollection;
}

interface LessonToAdd extends CollectionLesson {
  readonly written: ReadonlyMap<string, Uint8Array>;
  readonly rows: readonly LessonFileRow[];
}

const LESSONS_AT_ONCE = 50;

/**
 * Imports a collection into its own release: one commit, then all rows in one transaction, then the branch. A crash before the
 * transaction leaves nothing: the commit is on no branch. After it, the push of the release creates the branch (restore-branch.ts).
 */
export async function createCollection(
  platform: Platform,
  actor: Actor,
  { releaseName, branch, prepared }: NewCollection,
  operation: Operation,
): Promise<CollectionReply['imported']> {
  const { converted, title, contents } = prepared;
  if (converted.lessons.length === 0) throw refused(MESSAGES.nothing);
  await requireFreeNumbers(platform, converted.lessons);
  const lessons = await prepareLessons(platform, converted.lessons, operation);
  const numbers = lessons.map(({ content }) => content.sequence);
  const course = await newCourse(platform, actor, { name: title, description: contents.description, lessons: numbers });
  const courseFolder = curriculumFolder('course', course.sequence, title);
  const courseFiles = COURSE_FORMAT.write(course);
  const { signal } = operation;
  const main = await reserveBranch(platform, branch, signal);
  operation.progress('Writing the commit', 0, null);
  const writes = [
    ...lessons.flatMap(({ folder, written }) => [...written].map(([path, bytes]) => [`lessons/${folder}/${path}`, bytes] as const)),
    ...[...courseFiles].map(([path, bytes]) => [`courses/${courseFolder}/${path}`, bytes] as const),
  ];
  const author = await getAuthor(platform.db, actor.id);
  const message = `Import ${title.slice(0, 100)}`;
  const commit = { branch, expectedHead: main, author, message, date: new Date(), deletes: [], writes: new Map(writes) };
  const { sha: head, pending } = await platform.git.prepareCommit(commit, signal);
  try {
    const stored = await platform.db.transaction().execute(async (tx) => {
      await setOrigin(tx, { cause: 'import', commit: head, author: author.name });
      const releaseId = await addRelease(tx, { name: releaseName, branch_name: branch, commit_sha: head, pushed_sha: null });
      if (releaseId === null) throw alreadyExists(SYNC_MESSAGES.releaseOfBranch(branch, releaseName));
      const ids = await addAll(tx, { releaseId, lessons, actor }, operation);
      const release = { id: releaseId, name: releaseName };
      const course_id = await upsertCurriculum(tx, COURSES, { release, folder: courseFolder }, course);
      await storeCollection(tx, null, {
        title,
        release_id: releaseId,
        ...originOf(prepared),
        imported_by: actor.id,
        course_folder: courseFolder,
        course: toStored(courseFiles),
        documents: lessons.map(({ path, folder, written }) => ({ path, folder, lesson: toStored(written), conflict_base: null })),
      });
      await platform.jobs.send(tx, pushBranchQueue, { release_id: releaseId }, { singletonKey: String(releaseId) });
      const details = { name: releaseName, branch };
      await recordAudit(tx, { actor, action: 'release.create', subject: `release:${releaseId}`, details });
      const imported = { title, lessons: lessons.length };
      await recordAudit(tx, { actor, action: 'collection.import', subject: `release:${releaseId}`, details: imported });
      // The last moment to stop.
      signal.throwIfAborted();
      return { releaseId, ids, course_id };
    });
    // If this fails or never happens, the push restores the branch from the rows.
    await createOrMove(platform.git, branch, head).catch((failure: unknown) => {
      platform.log.warn({ err: failure, branch }, 'could not create the branch of a collection yet');
    });
    platform.live.publish('releases:all', { type: 'release-changed', release_id: stored.releaseId });
    publishContentChanged(platform, stored.releaseId, stored.ids);
    publishCurriculumChanged(platform, COURSES, null);
    return { release_id: stored.releaseId, release_name: releaseName, course_id: stored.course_id, lessons: lessons.length };
  } finally {
    await platform.git.dropCommit({ sha: head, pending });
  }
}

/** Where a collection comes from and how it was converted, for its row. */
export function originOf({ source, code, earlier_code }: PreparedCollection) {
  return { git_url: source.git_url, git_branch: source.git_branch, git_commit: source.commit, code, earlier_code };
}

/** A new release's branch has main's lessons too. */
async function requireFreeNumbers({ db }: Pick<Platform, 'db'>, lessons: readonly CollectionLesson[]): Promise<void> {
  const main = await findMainRelease(db);
  const inMain = new Set(main ? (await listReleaseLessons(db, main.id)).map(({ sequence }) => sequence) : []);
  const taken = lessons.map(({ content }) => content.sequence).filter((sequence) => inMain.has(sequence));
  if (taken.length > 0) throw alreadyExists(MESSAGES.taken(taken));
}

/** The course of a collection, with the first number that no release has. */
export async function newCourse(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { name, description, lessons }: { name: string; description: string; lessons: readonly number[] },
): Promise<CourseContent> {
  const sequence = Math.max(0, ...(await COURSES.list(db, actor)).map((course) => course.sequence)) + 1;
  const course = COURSE_FORMAT.create({ uuid: randomUUID(), sequence, name });
  return { ...course, fields: { ...course.fields, description }, lessons: [...lessons] };
}

async function prepareLessons(
  { blobs }: Pick<Platform, 'blobs'>,
  lessons: readonly CollectionLesson[],
  operation: Operation,
): Promise<LessonToAdd[]> {
  const prepared: LessonToAdd[] = [];
  for (const lesson of lessons) {
    operation.signal.throwIfAborted();
    const rows = await storeFiles(blobs, lesson.content, lesson.files);
    prepared.push({ ...lesson, rows, written: writeLesson(lesson.content, lesson.files, EMPTY_LESSON) });
    operation.progress('Writing the lessons', prepared.length, lessons.length);
    await nextTurn();
  }
  return prepared;
}

/** Adds all lessons. Returns their ids. */
async function addAll(
  tx: Tx,
  { releaseId, lessons, actor }: { releaseId: number; lessons: readonly LessonToAdd[]; actor: Actor },
  operation: Operation,
): Promise<number[]> {
  const all: number[] = [];
  for (let from = 0; from < lessons.length; from += LESSONS_AT_ONCE) {
    operation.signal.throwIfAborted();
    const part = lessons
      .slice(from, from + LESSONS_AT_ONCE)
      .map((lesson) => ({ ...lesson, hashes: lesson.content.screens.map(screenHash) }));
    const added = await addLessons(
      tx,
      part.map(({ content, folder, hashes, rows }) => {
        const { uuid, sequence, fields, packages, packages_lock, datasets, accepted } = content;
        const attached = { packages, packages_lock, datasets, accepted };
        return { uuid, sequence, fields, attached, folder, release_id: releaseId, screens: hashes, files: rows, actor };
      }),
    );
    const ids = new Map(added.map(({ folder, id }) => [folder, id]));
    const stored = part.map((lesson) => {
      const lesson_id = ids.get(lesson.folder);
      if (lesson_id === undefined) throw alreadyStored('lessons_sequence');
      return { ...lesson, lesson_id };
    });
    await addScreensOfMany(
      tx,
      stored.map(({ lesson_id, content, hashes }) => ({ lesson_id, screens: content.screens, hashes, actor })),
    );
    await addLessonFiles(
      tx,
      stored.flatMap(({ lesson_id, rows }) => rows.map((row) => ({ ...row, lesson_id }))),
    );
    all.push(...stored.map(({ lesson_id }) => lesson_id));
    operation.progress('Storing the lessons', all.length, lessons.length);
  }
  await recordFirstRevisions(tx, all);
  return all;
}
