import { filesHash, type LessonFileRow } from '#features/lesson-files/server/index.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { lockRelease } from '#features/releases/server/index.ts';
import { recordRevision } from '#features/revisions/server/index.ts';
import { contentHash } from '#platform/content/content-hash.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { insertLessons, markLessonsComplete, type InsertedLesson } from './bulk-queries.ts';
import { insertLesson, updateLesson, type LessonAttached, type StoredLesson } from './queries.ts';
import { lessonHash, screensHash } from './store-lesson.ts';

export interface NewLesson {
  uuid: string;
  sequence: number;
  folder: string;
  release_id: number;
  fields: LessonFields;
  attached: LessonAttached;
  /** Hashes of the screens, in order. */
  screens: readonly string[];
  /** Its data files and images; the caller adds their rows. */
  files: readonly LessonFileRow[];
  /** Null: imported from git. */
  actor: Actor | null;
}

/** The fields of a lesson known from `lesson.yaml` alone (shallow import). */
export interface ShallowLesson extends Pick<NewLesson, 'uuid' | 'sequence' | 'folder' | 'release_id' | 'fields'> {
  /** Main's lesson with the same files, if any; otherwise values that identify these files. */
  same_as: { content_hash: string; screens_hash: string; updated_at: Date } | { tree: string };
}

function hashed<L extends Omit<NewLesson, 'folder' | 'release_id'>>(lesson: L) {
  const hashes = { screens_hash: screensHash(lesson.screens), files_hash: filesHash(lesson.files) };
  return { ...lesson, ...hashes, content_hash: lessonHash({ ...lesson, ...hashes }) };
}

/**
 * Inserts a lesson with its first revision. Returns its id. @throws AppError `not_found` if its release was deleted in
 * the meantime.
 */
export async function addLesson(tx: Tx, lesson: NewLesson): Promise<number> {
  await lockRelease(tx, lesson.release_id);
  const by = lesson.actor?.id ?? null;
  const id = await insertLesson(tx, { ...hashed(lesson), created_by: by, updated_by: by });
  await recordRevision(tx, { lesson_id: id }, { revision: 1, fields: lesson.fields, message: null, saved_by: by });
  return id;
}

/**
 * Inserts many lessons imported from git. Those whose number is taken in their release are skipped, and have no id in
 * the result. Add their screens and files, then call `recordFirstRevisions`.
 */
export async function addLessons(tx: Tx, lessons: readonly NewLesson[]): Promise<InsertedLesson[]> {
  return insertLessons(
    tx,
    lessons.map((lesson) => ({ ...hashed(lesson), created_by: lesson.actor?.id ?? null, updated_by: lesson.actor?.id ?? null })),
  );
}

/**
 * Inserts lessons with only their metadata. One that equals main's sorts behind main's by date, so that importing a
 * branch never makes an old version the latest.
 */
export async function addShallowLessons(tx: Tx, lessons: readonly ShallowLesson[]): Promise<InsertedLesson[]> {
  return insertLessons(
    tx,
    lessons.map(({ same_as, ...lesson }) => ({
      ...lesson,
      ...('tree' in same_as ? { content_hash: contentHash(same_as), screens_hash: screensHash([]) } : behind(same_as)),
      files_hash: '',
      attached: { packages: [], packages_lock: null, datasets: [], accepted: [] },
      is_shallow_import: true,
      created_by: null,
      updated_by: null,
    })),
  );
}

const behind = <L extends { updated_at: Date }>(lesson: L): L => ({ ...lesson, updated_at: new Date(lesson.updated_at.getTime() - 1) });

/**
 * Adds the rest of the content to shallow lessons. Returns the ids of those that were still shallow. Add their screens
 * and files, then call `recordFirstRevisions`. Their date stays, because the content didn't change.
 */
export async function completeShallowLessons(
  tx: Tx,
  lessons: readonly (Omit<NewLesson, 'folder' | 'release_id' | 'actor'> & { id: number })[],
): Promise<Set<number>> {
  return markLessonsComplete(
    tx,
    lessons.map((lesson) => ({ ...hashed({ ...lesson, actor: null }), id: lesson.id, updated_by: null })),
  );
}

/** Replaces a lesson's content with the one read from git. */
export async function replaceLesson(tx: Tx, stored: StoredLesson, lesson: Omit<NewLesson, 'folder' | 'release_id'>): Promise<void> {
  const by = lesson.actor?.id ?? null;
  const revision = stored.revision + 1;
  await updateLesson(tx, stored.id, { ...hashed(lesson), updated_by: by, revision });
  await recordRevision(tx, { lesson_id: stored.id }, { revision, fields: lesson.fields, message: null, saved_by: by });
}
