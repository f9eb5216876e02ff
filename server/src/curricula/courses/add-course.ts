import type { Actor } from '#contract/roles.ts';
import type { CourseContent } from '#content/course-content.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { alreadyExists } from '#server/platform/errors.ts';
import { holdRelease, type StoredRelease, foldersInBranch, recordRevision } from '#server/releases/index.ts';
import { MESSAGES } from './messages.ts';
import { findCourseInRelease, insertCourse, listReleaseCourses } from './queries.ts';

interface NewCourse {
  release: Pick<StoredRelease, 'id' | 'name'>;
  folder: string;
  course: CourseContent;
  /** Null: read from git, not made by a person here. */
  actor: Actor | null;
}

/**
 * Inserts a course with its first revision. Answers its id.
 *
 * @throws AppError `already_exists` when its number or folder is taken; `not_found` when its release is gone meanwhile.
 */
export async function addCourse(tx: Tx, { release, folder, course, actor }: NewCourse): Promise<number> {
  await holdRelease(tx, release.id);
  const by = actor?.id ?? null;
  const id = await insertCourse(tx, { ...course, release_id: release.id, folder, updated_by: by });
  if (id === null) throw alreadyExists(MESSAGES.inRelease({ sequence: course.sequence, name: course.fields.name, release: release.name }));
  await recordRevision(tx, { course_id: id }, { revision: 1, fields: course.fields, message: null, saved_by: by });
  return id;
}

/** A release holds a number once. @throws AppError `already_exists` with a text that names the course. */
export async function requireNotInRelease(handle: Handle, release: StoredRelease, sequence: number): Promise<void> {
  const there = await findCourseInRelease(handle, release.id, { sequence });
  if (there) throw alreadyExists(MESSAGES.inRelease({ sequence, name: there.fields.name, release: release.name }));
}

/** The folders that courses of a release, or of main, which its branch holds as well, have. */
export async function takenFolders(handle: Handle, release: StoredRelease): Promise<string[]> {
  return foldersInBranch(handle, release, listReleaseCourses);
}
