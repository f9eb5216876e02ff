import { sql } from 'kysely';
import { commitStatusOf } from '#features/changes/server/index.ts';
import type { CourseContent } from '#features/content-model/rules/curriculum-content.ts';
import { COURSE_FIELDS } from '#features/content-model/rules/field-documents.ts';
import { COURSE_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { getRelease, releaseErrors } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Course, CourseFields, CourseSummary } from '../contract/courses.ts';
import { findLessonNumbers, storeLessonNumbers } from './course-lesson-queries.ts';
import type { CurriculumKind, StoredCurriculum } from './kind.ts';
import { preferOwn } from './prefer-own.ts';
import { findCurriculum } from './queries.ts';

/** Courses, each of which is an ordered list of lessons. */
export const COURSES: CurriculumKind<CourseContent, CourseSummary, Course> = {
  ...COURSE_FORMAT,
  root: 'courses',
  fields: COURSE_FIELDS,
  /** External authors see the latest version of each number. */
  list: async (handle, actor) => (await listCourseRows(handle, actor.role === 'external' ? 'latest' : 'all')).map(withoutMark),
  get: async (handle, actor, id) => {
    const { course, summary } = await getCourseFor(handle, actor, id);
    const { uuid, revision, fields } = course;
    const held = releaseErrors(await getRelease(handle, course.release_id));
    return { ...summary, ...fields, ...held, uuid, revision, commit_status: await commitStatusOf(handle, { course_id: id }) };
  },
  contentOf: async (handle, { id, uuid, sequence, fields }) => ({ uuid, sequence, fields, lessons: await findLessonNumbers(handle, id) }),
  storeItems: (tx, { id }, { lessons }) => storeLessonNumbers(tx, id, lessons),
  deleteItems: async () => undefined,
};

/**
 * A course that `actor` may see: external authors see the latest version of each number.
 *
 * @throws AppError `not_found` also for one that the actor may not see.
 */
export async function getCourseFor(
  handle: Handle,
  actor: Actor,
  id: number,
): Promise<{ course: StoredCurriculum<CourseFields>; summary: CourseSummary }> {
  const course = await findCurriculum(handle, COURSES, id);
  const visible = await listCourseRows(handle, actor.role === 'external' ? 'latest' : { id });
  const row = visible.find((each) => each.id === id);
  if (!course || !row) throw notFound('course');
  return { course, summary: withoutMark(row) };
}

/** What numbers of courses stand for in a release, by number: its own version, or else main's. */
export async function coursesByNumber(
  handle: Handle,
  releaseId: number,
  sequences: readonly number[],
): Promise<Map<number, CourseSummary>> {
  if (sequences.length === 0) return new Map();
  return preferOwn((await listCourseRows(handle, { releaseId, sequences })).map(withoutMark), releaseId);
}

/** All courses, the latest version of each number, one version, or what numbers can stand for in a release. */
type WhichCourses = 'all' | 'latest' | { readonly id: number } | { readonly releaseId: number; readonly sequences: readonly number[] };

const MAIN = sql`(select id from releases where is_main and deleted_at is null)`;

function chosen(which: WhichCourses) {
  if (which === 'all') return sql`true`;
  if (which === 'latest') return sql`is_latest`;
  if ('id' in which) return sql`id = ${which.id}`;
  return sql`release_id in (${which.releaseId}, ${MAIN}) and sequence in (${sql.join(which.sequences)})`;
}

type ListedCourse = CourseSummary & { is_latest: boolean };

/**
 * Courses with how many lessons they have, and how many of these are projects: a number is the lesson in the course's release, or
 * else in main. By number, the one that was changed last first.
 */
async function listCourseRows(handle: Handle, which: WhichCourses): Promise<ListedCourse[]> {
  const { rows } = await sql<Omit<ListedCourse, 'last_updated'> & { updated_at: Date }>`
    with listed as (
      select * from (
        select c.id, c.sequence, c.name, c.release_id, r.name as release_name, r.is_main, r.closed_at is not null as is_closed, c.lessons, c.updated_at,
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
    select listed.id, sequence, name, release_id, release_name, is_main, is_closed, skill_level, duration, deprecated, updated_at, is_latest,
      jsonb_array_length(lessons) as num_lessons, coalesce(projects.count, 0) as num_projects
    from listed left join projects on projects.id = listed.id
    order by sequence, updated_at desc, listed.id desc`.execute(handle);
  return rows.map(({ updated_at, ...row }) => ({ ...row, last_updated: updated_at.toISOString() }));
}

function withoutMark({ is_latest: _isLatest, ...row }: ListedCourse): CourseSummary {
  return row;
}
