import { sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';

/** The numbers of a course's lessons, in order. */
export async function findLessonNumbers(handle: Handle, courseId: number): Promise<number[]> {
  return (await handle.selectFrom('courses').select('lessons').where('id', '=', courseId).executeTakeFirstOrThrow()).lessons;
}

export async function storeLessonNumbers(tx: Tx, courseId: number, lessons: readonly number[]): Promise<void> {
  await tx
    .updateTable('courses')
    .set({ lessons: JSON.stringify(lessons) })
    .where('id', '=', courseId)
    .execute();
}

/** A lesson that a number may stand for. */
interface NumberedLesson {
  id: number;
  sequence: number;
  release_id: number;
  title: string;
  description: string;
  type: string;
  updated_at: Date;
}

/** The lessons with these numbers in a release and in main. */
export async function listNumberedLessons(handle: Handle, releaseId: number, sequences: readonly number[]): Promise<NumberedLesson[]> {
  if (sequences.length === 0) return [];
  const { rows } = await sql<NumberedLesson>`
    select id, sequence, release_id, title, fields ->> 'description' as description, type, updated_at
    from lessons
    where deleted_at is null and sequence in (${sql.join(sequences)})
      and release_id in (${releaseId}, (select id from releases where is_main and deleted_at is null))`.execute(handle);
  return rows;
}

/** The number of a lesson, also of a deleted one: a course may still have it. */
export async function findLessonNumber(handle: Handle, lessonId: number): Promise<number | undefined> {
  return (await handle.selectFrom('lessons').select('sequence').where('id', '=', lessonId).executeTakeFirst())?.sequence;
}

/** A published course and the numbers of its lessons. */
export interface CourseWithLesson {
  readonly name: string;
  readonly lessons: readonly number[];
}

/** The published courses that have a lesson, by number. */
export async function listCoursesWith(handle: Handle, sequence: number): Promise<CourseWithLesson[]> {
  const { rows } = await sql<CourseWithLesson>`
    select name, lessons from courses
    where deleted_at is null and lessons @> ${JSON.stringify([sequence])}::jsonb
      and release_id = (select id from releases where is_main and deleted_at is null)
    order by sequence`.execute(handle);
  return rows;
}

/** The numbers of the courses of a lesson's release, and of main, that have it, for each of these lessons. Lessons without any are left out. */
export async function listCoursesOfLessons(handle: Handle, lessonIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ lesson_id: number; courses: number[] }>`
    select l.id as lesson_id, array_agg(distinct c.sequence order by c.sequence) as courses
    from courses c
    cross join lateral jsonb_array_elements(c.lessons) as entry (number)
    join lessons l on l.sequence = entry.number::integer
      and (c.release_id = l.release_id or c.release_id = (select id from releases where is_main and deleted_at is null))
    where c.deleted_at is null and l.id = any(${[...lessonIds]}::integer[])
    group by l.id`.execute(handle);
  return new Map(rows.map(({ lesson_id, courses }) => [lesson_id, courses]));
}

/** The titles of the published lessons with these numbers. */
export async function listPublishedTitles(handle: Handle, sequences: readonly number[]): Promise<Map<number, string>> {
  if (sequences.length === 0) return new Map();
  const { rows } = await sql<{ sequence: number; title: string }>`
    select sequence, title from lessons
    where deleted_at is null and sequence in (${sql.join(sequences)})
      and release_id = (select id from releases where is_main and deleted_at is null)`.execute(handle);
  return new Map(rows.map(({ sequence, title }) => [sequence, title]));
}

/** The first published assessment of a lesson. */
export async function findAssessmentOf(handle: Handle, sequence: number): Promise<{ sequence: number; title: string } | undefined> {
  const { rows } = await sql<{ sequence: number; title: string }>`
    select sequence, title from lessons
    where deleted_at is null and type = 'assessment' and fields -> 'related_lesson' = ${JSON.stringify(sequence)}::jsonb
      and release_id = (select id from releases where is_main and deleted_at is null)
    order by sequence limit 1`.execute(handle);
  return rows[0];
}
