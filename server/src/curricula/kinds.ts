import { readCourse, readPath } from '#content/course-files.ts';
import { courseFolder, pathFolder } from '#content/folder-name.ts';
import type { Files, Problem } from '#content/lesson-content.ts';
import type { Actor } from '#contract/roles.ts';
import type { ChangeContent, StoredRelease } from '#server/releases/index.ts';
import { addCourse, requireNotInRelease as requireCourseNotInRelease } from './courses/add-course.ts';
import { announceCourse, courseContentOf } from './courses/write-course.ts';
import { bringBackCourse } from './courses/restore-course.ts';
import { findCourseForUpdate, listReleaseCourses, markCourseDeleted as removeCourse } from './courses/queries.ts';
import { takeCourse } from './courses/take-course.ts';
import { addPath, requireNotInRelease as requirePathNotInRelease } from './paths/add-path.ts';
import { announcePath, pathContentOf } from './paths/write-path.ts';
import { bringBackPath } from './paths/restore-path.ts';
import { findPathForUpdate, listReleasePaths, markPathDeleted as removePath } from './paths/queries.ts';
import { takePath } from './paths/take-path.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';

// Courses and paths are alike to git: a folder that means what one small file in it says, and is read and written as a whole.

/** What the folder of a course or a path says. */
export interface ReadSheet {
  readonly sequence: number;
  readonly name: string;
  /** What could not be understood of it. */
  readonly problems: readonly Problem[];
  /** Makes its rows agree. Answers the id; null where another one of the release has the number. */
  readonly store: (tx: Tx, place: { release: Pick<StoredRelease, 'id' | 'name'>; folder: string }) => Promise<number | null>;
}

/** A course or a path of a release. */
export interface SheetRow {
  readonly id: number;
  readonly folder: string;
  readonly sequence: number;
}

/** One with all that it is, locked for the transaction. */
export interface StoredSheet extends SheetRow {
  readonly release_id: number;
  readonly name: string;
  /** What a change says that writes all of it. */
  readonly whole: Omit<Extract<ChangeContent, { kind: 'course' | 'path' }>, 'folder'>;
  /** Puts it into another release. Answers the id. */
  readonly add: (tx: Tx, place: { release: StoredRelease; folder: string; actor: Actor }) => Promise<number>;
}

/** What git needs to know of courses, and of paths. */
export interface SheetKind {
  readonly word: 'course' | 'path';
  readonly root: 'courses' | 'paths';
  readonly file: string;
  readonly read: (files: Files) => ReadSheet;
  /** Those of a release. */
  readonly list: (handle: Handle, releaseId: number) => Promise<readonly SheetRow[]>;
  /** @throws AppError `not_found` */
  readonly get: (tx: Tx, id: number) => Promise<StoredSheet>;
  /** @throws AppError `already_exists` with a text that names it, where a release has the number. */
  readonly requireNotInRelease: (tx: Tx, release: StoredRelease, sequence: number) => Promise<void>;
  readonly folderName: (sequence: number, name: string) => string;
  readonly remove: (tx: Tx, id: number) => Promise<void>;
  /** @throws AppError `not_found`; `already_exists` when the number was taken meanwhile. */
  readonly bringBack: (tx: Tx, actor: Actor, id: number, since: Date) => Promise<void>;
  /** Tells the pages; null: of several. */
  readonly announce: (platform: Pick<Platform, 'live'>, id: number | null) => void;
}

export const COURSES: SheetKind = {
  word: 'course',
  root: 'courses',
  file: 'course.yaml',
  read: (files) => {
    const { course, problems } = readCourse(files);
    return { sequence: course.sequence, name: course.fields.name, problems, store: (tx, place) => takeCourse(tx, place, course) };
  },
  list: listReleaseCourses,
  get: async (tx, id) => {
    const row = await findCourseForUpdate(tx, id);
    if (!row) throw notFound('course');
    const course = courseContentOf(row);
    const add: StoredSheet['add'] = (into, place) => addCourse(into, { ...place, course });
    return { ...row, name: row.fields.name, whole: { kind: 'course', course }, add };
  },
  requireNotInRelease: requireCourseNotInRelease,
  folderName: courseFolder,
  remove: (tx, id) => removeCourse(tx, id, null),
  bringBack: bringBackCourse,
  announce: announceCourse,
};

export const PATHS: SheetKind = {
  word: 'path',
  root: 'paths',
  file: 'path.yaml',
  read: (files) => {
    const { path, problems } = readPath(files);
    return { sequence: path.sequence, name: path.fields.name, problems, store: (tx, place) => takePath(tx, place, path) };
  },
  list: listReleasePaths,
  get: async (tx, id) => {
    const row = await findPathForUpdate(tx, id);
    if (!row) throw notFound('path');
    const path = await pathContentOf(tx, row);
    const add: StoredSheet['add'] = (into, place) => addPath(into, { ...place, path });
    return { ...row, name: row.fields.name, whole: { kind: 'path', path }, add };
  },
  requireNotInRelease: requirePathNotInRelease,
  folderName: pathFolder,
  remove: (tx, id) => removePath(tx, id, null),
  bringBack: bringBackPath,
  announce: announcePath,
};

/** Courses first: what a path has in its steps is there when the path comes. */
export const SHEET_KINDS: readonly SheetKind[] = [COURSES, PATHS];

/** Why it cannot be told which number a course or a path has; null: it can. Without one it would be another one, with the number 0. */
export function unreadableNumber({ problems }: Pick<ReadSheet, 'problems'>): string | null {
  return problems.find(({ message }) => /sequence|YAML/.test(message))?.message ?? null;
}
