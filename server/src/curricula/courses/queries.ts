import { sql } from 'kysely';
import type { CourseFields } from '#contract/courses.ts';
import { COURSE_FIELDS } from '#content/field-documents.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';

/** A course as it is stored, with what its release says about it. */
export interface StoredCourse {
  id: number;
  uuid: string;
  release_id: number;
  release_name: string;
  is_main: boolean;
  sequence: number;
  folder: string;
  fields: CourseFields;
  /** Numbers of its lessons, in order. */
  lessons: number[];
  revision: number;
  updated_by: number | null;
}

/** What is written of a course. */
export interface CourseValues {
  sequence: number;
  fields: CourseFields;
  lessons: readonly number[];
  updated_by: number | null;
}

function storedQuery(handle: Handle) {
  return handle
    .selectFrom('courses as c')
    .innerJoin('releases as r', 'r.id', 'c.release_id')
    .where('c.deleted_at', 'is', null)
    .select([
      'c.id',
      'c.uuid',
      'c.release_id',
      'r.name as release_name',
      'r.is_main',
      'c.sequence',
      'c.folder',
      'c.fields',
      'c.lessons',
      'c.revision',
      'c.updated_by',
    ]);
}

type CourseRow = Awaited<ReturnType<ReturnType<typeof storedQuery>['execute']>>[number];

function toStored({ fields, ...row }: CourseRow): StoredCourse {
  return { ...row, fields: COURSE_FIELDS.read(fields) };
}

export async function findCourse(handle: Handle, id: number): Promise<StoredCourse | undefined> {
  const row = await storedQuery(handle).where('c.id', '=', id).executeTakeFirst();
  return row && toStored(row);
}

/** Locks the course until the transaction ends: its saves happen one after another. */
export async function findCourseForUpdate(tx: Tx, id: number): Promise<StoredCourse | undefined> {
  await tx.selectFrom('courses').select('id').where('id', '=', id).forUpdate().execute();
  return findCourse(tx, id);
}

export async function findCourseInRelease(
  handle: Handle,
  releaseId: number,
  by: { sequence: number } | { folder: string },
): Promise<StoredCourse | undefined> {
  const query = storedQuery(handle).where('c.release_id', '=', releaseId);
  const one = 'sequence' in by ? query.where('c.sequence', '=', by.sequence) : query.where('c.folder', '=', by.folder);
  const row = await one.executeTakeFirst();
  return row && toStored(row);
}

/** The courses of a release, by number. */
export async function listReleaseCourses(handle: Handle, releaseId: number): Promise<StoredCourse[]> {
  const rows = await storedQuery(handle).where('c.release_id', '=', releaseId).orderBy('c.sequence').execute();
  return rows.map(toStored);
}

/** The number of a course, also of one that was deleted: a step may still name it. */
export async function findCourseNumber(handle: Handle, id: number): Promise<number | undefined> {
  return (await handle.selectFrom('courses').select('sequence').where('id', '=', id).executeTakeFirst())?.sequence;
}

function columnsOf({ sequence, fields, lessons, updated_by }: CourseValues) {
  return { sequence, name: fields.name, fields: JSON.stringify(fields), lessons: JSON.stringify(lessons), updated_by };
}

/** Answers its id; null: the release has its number, or its folder, already. */
export async function insertCourse(
  tx: Tx,
  course: CourseValues & { uuid: string; release_id: number; folder: string },
): Promise<number | null> {
  const { uuid, release_id, folder, updated_by } = course;
  const row = await tx
    .insertInto('courses')
    .values({ ...columnsOf(course), uuid, release_id, folder, created_by: updated_by })
    .onConflict((taken) => taken.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function updateCourseRow(tx: Tx, id: number, values: CourseValues & { uuid: string; revision: number }): Promise<void> {
  await tx
    .updateTable('courses')
    .set({ ...columnsOf(values), uuid: values.uuid, revision: values.revision, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Takes a course out of its release; null: nobody's doing here. */
export async function markCourseDeleted(tx: Tx, id: number, by: number | null): Promise<void> {
  await tx
    .updateTable('courses')
    .set({ deleted_at: sql<Date>`now()`, updated_by: by })
    .where('id', '=', id)
    .execute();
}

export async function markReleaseCoursesDeleted(tx: Tx, releaseId: number, by: number): Promise<void> {
  await tx
    .updateTable('courses')
    .set({ deleted_at: sql<Date>`now()`, updated_by: by })
    .where('release_id', '=', releaseId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** A course that was deleted and is still kept. */
export interface DeletedCourse {
  id: number;
  sequence: number;
  name: string;
  folder: string;
  release_id: number;
  release_name: string;
  is_release_gone: boolean;
  deleted_at: Date;
  deleted_by: number | null;
}

/** What people may bring back: what main lost was taken out by a merge, and git alone brings it back. */
function deletedQuery(handle: Handle, since: Date) {
  return handle
    .selectFrom('courses as c')
    .innerJoin('releases as r', 'r.id', 'c.release_id')
    .where('r.is_main', '=', false)
    .where('c.deleted_at', '>=', since)
    .select([
      'c.id',
      'c.sequence',
      'c.name',
      'c.folder',
      'c.release_id',
      'r.name as release_name',
      sql<boolean>`r.deleted_at is not null`.as('is_release_gone'),
      sql<Date>`c.deleted_at`.as('deleted_at'),
      'c.updated_by as deleted_by',
    ]);
}

/** The courses that were deleted at `since` or later and can be brought back. */
export async function listDeletedCourses(handle: Handle, since: Date): Promise<DeletedCourse[]> {
  return deletedQuery(handle, since).orderBy('c.id').execute();
}

/** One of {@link listDeletedCourses}, locked for the transaction. */
export async function findDeletedCourse(tx: Tx, id: number, since: Date): Promise<DeletedCourse | undefined> {
  await tx.selectFrom('courses').select('id').where('id', '=', id).forUpdate().execute();
  return deletedQuery(tx, since).where('c.id', '=', id).executeTakeFirst();
}

export async function markCourseRestored(tx: Tx, id: number, by: number): Promise<void> {
  await tx
    .updateTable('courses')
    .set({ deleted_at: null, updated_by: by, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Removes a course for good; nothing may refer to it any more. */
export async function deleteCourseRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('courses').where('id', '=', id).execute();
}
