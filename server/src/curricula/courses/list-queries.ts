import { sql } from 'kysely';
import type { CourseSummary } from '#contract/courses.ts';
import type { Handle } from '#server/platform/database/database.ts';

// Lists of courses and of their lessons, each in one query. It reads the tables of lessons and releases, and writes none of them.

/** Which courses are listed: all, the latest version of each number, one version, or what numbers can stand for in a release. */
export type WhichCourses =
  | 'all'
  | 'latest'
  | { readonly id: number }
  | { readonly releaseId: number; readonly sequences: readonly number[] };

const MAIN = sql`(select id from releases where is_main and deleted_at is null)`;

function chosen(which: WhichCourses) {
  if (which === 'all') return sql`true`;
  if (which === 'latest') return sql`is_latest`;
  if ('id' in which) return sql`id = ${which.id}`;
  return sql`release_id in (${which.releaseId}, ${MAIN}) and sequence in (${sql.join(which.sequences)})`;
}

export type ListedCourse = CourseSummary & { is_latest: boolean };

/**
 * Rows of courses with how many lessons they have, and how many of these are projects: a number is the lesson in the course's
 * release, or else in main. By number, the one that was changed last first.
 */
export async function listCourseRows(handle: Handle, which: WhichCourses): Promise<ListedCourse[]> {
  if (typeof which === 'object' && 'sequences' in which && which.sequences.length === 0) return [];
  const { rows } = await sql<Omit<ListedCourse, 'last_updated'> & { updated_at: Date }>`
    with listed as (
      select * from (
        select c.id, c.sequence, c.name, c.release_id, r.name as release_name, r.is_main, c.lessons, c.updated_at,
          c.fields -> 'skill_level' as skill_level, c.fields -> 'duration' as duration, (c.fields ->> 'deprecated')::boolean as deprecated,
          row_number() over (partition by c.sequence order by c.updated_at desc, c.id desc) = 1 as is_latest
        from courses c join releases r on r.id = c.release_id
        where c.deleted_at is null
      ) every_one where ${chosen(which)}
    ), projects as (
      select listed.id, count(*)::int as count
      from listed cross join lateral jsonb_array_elements_text(listed.lessons) as entry (number)
      left join lessons own on own.release_id = listed.release_id and own.sequence = entry.number::int and own.deleted_at is null
      left join lessons published on published.release_id = ${MAIN} and published.sequence = entry.number::int and published.deleted_at is null
      where coalesce(own.type, published.type) like '%project%'
      group by listed.id
    )
    select listed.id, sequence, name, release_id, release_name, is_main, skill_level, duration, deprecated, updated_at, is_latest,
      jsonb_array_length(lessons) as num_lessons, coalesce(projects.count, 0) as num_projects
    from listed left join projects on projects.id = listed.id
    order by sequence, updated_at desc, listed.id desc`.execute(handle);
  return rows.map(({ updated_at, ...row }) => ({ ...row, last_updated: updated_at.toISOString() }));
}

/** A lesson that a number may stand for. */
export interface NumberedLesson {
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
    where deleted_at is null and release_id in (${releaseId}, ${MAIN}) and sequence in (${sql.join(sequences)})`.execute(handle);
  return rows;
}

/** The number of a lesson, also of one that was deleted: a course may still name it. */
export async function findLessonNumber(handle: Handle, lessonId: number): Promise<number | undefined> {
  return (await handle.selectFrom('lessons').select('sequence').where('id', '=', lessonId).executeTakeFirst())?.sequence;
}
