import type { LessonFields } from '#contract/lessons.ts';
import type { Actor } from '#contract/roles.ts';
import { contentHash } from '#content/content-hash.ts';
import { filesHash } from './files/data-files.ts';
import type { LessonFileRow } from './files/queries.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { holdRelease, recordRevision } from '#server/releases/index.ts';
import { insertLessons, markLessonsWhole, type InsertedLesson } from './many-queries.ts';
import { lessonHash, screensHash } from './lesson-hash.ts';
import { insertLesson, updateLesson, type LessonAttached, type StoredLesson } from './queries.ts';

export interface NewLesson {
  uuid: string;
  sequence: number;
  folder: string;
  release_id: number;
  fields: LessonFields;
  attached: LessonAttached;
  /** Hashes of the screens, in order. */
  screens: readonly string[];
  /** Its data files and images; their rows are the caller's to add. */
  files: readonly LessonFileRow[];
  /** Null: read from git, not made by a person here. */
  actor: Actor | null;
}

/** What `lesson.yaml` alone tells of a lesson (product §3: shallow import). */
export interface ShallowLesson extends Pick<NewLesson, 'uuid' | 'sequence' | 'folder' | 'release_id' | 'fields'> {
  /** The lesson of main whose files are the same, if there is one; otherwise what tells these files from all others. */
  same_as: { content_hash: string; screens_hash: string; updated_at: Date } | { tree: string };
}

function hashed<L extends Omit<NewLesson, 'folder' | 'release_id'>>(lesson: L) {
  const hashes = { screens_hash: screensHash(lesson.screens), files_hash: filesHash(lesson.files) };
  return { ...lesson, ...hashes, content_hash: lessonHash({ ...lesson, ...hashes }) };
}

/** Inserts a lesson with its first revision. Answers its id. @throws AppError `not_found` when its release is gone meanwhile. */
export async function addLesson(tx: Tx, lesson: NewLesson): Promise<number> {
  await holdRelease(tx, lesson.release_id);
  const by = lesson.actor?.id ?? null;
  const id = await insertLesson(tx, { ...hashed(lesson), created_by: by, updated_by: by });
  await recordRevision(tx, { lesson_id: id }, { revision: 1, fields: lesson.fields, message: null, saved_by: by });
  return id;
}

/**
 * Inserts many lessons that were read from git. One whose number is taken in its release is left out: it has no id in
 * the answer. Add their screens and files, then recordFirstRevisions (revisions/service.ts).
 */
export async function addLessons(tx: Tx, lessons: readonly NewLesson[]): Promise<InsertedLesson[]> {
  return insertLessons(
    tx,
    lessons.map((lesson) => ({ ...hashed(lesson), created_by: lesson.actor?.id ?? null, updated_by: lesson.actor?.id ?? null })),
  );
}

/**
 * Inserts lessons of which nothing but the metadata is known yet. One that is the same as main's stands behind main's
 * in the order of changes, so that looking at a branch never makes an old version the latest.
 */
export async function addShallowLessons(tx: Tx, lessons: readonly ShallowLesson[]): Promise<InsertedLesson[]> {
  return insertLessons(
    tx,
    lessons.map(({ same_as, ...lesson }) => ({
      ...lesson,
      ...('tree' in same_as ? { content_hash: contentHash(same_as), screens_hash: screensHash([]) } : behind(same_as)),
      files_hash: '',
      attached: { packages: [], packages_lock: null, datasets: [] },
      is_shallow_import: true,
      created_by: null,
      updated_by: null,
    })),
  );
}

const behind = <L extends { updated_at: Date }>(lesson: L): L => ({ ...lesson, updated_at: new Date(lesson.updated_at.getTime() - 1) });

/**
 * Gives shallow lessons the rest of their content. Answers the ids of those that still were shallow. Add their screens
 * and files, then recordFirstRevisions (revisions/service.ts). They were not changed by it, so that their date stays.
 */
export async function makeLessonsWhole(
  tx: Tx,
  lessons: readonly (Omit<NewLesson, 'folder' | 'release_id' | 'actor'> & { id: number })[],
): Promise<Set<number>> {
  return markLessonsWhole(
    tx,
    lessons.map((lesson) => ({ ...hashed({ ...lesson, actor: null }), id: lesson.id, updated_by: null })),
  );
}

/** Replaces a lesson's content by what was read from git. */
export async function replaceLesson(tx: Tx, stored: StoredLesson, lesson: Omit<NewLesson, 'folder' | 'release_id'>): Promise<void> {
  const by = lesson.actor?.id ?? null;
  const revision = stored.revision + 1;
  await updateLesson(tx, stored.id, { ...hashed(lesson), updated_by: by, revision });
  await recordRevision(tx, { lesson_id: stored.id }, { revision, fields: lesson.fields, message: null, saved_by: by });
}
