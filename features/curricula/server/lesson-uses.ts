import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import type { LessonUses, Use } from '../contract/uses.ts';

/** What of a kind a release sees, by number: its own version, or else main's. */
function seen(table: 'courses' | 'paths' | 'lessons', name: 'name' | 'title', releaseId: number): RawBuilder<unknown> {
  return sql`select distinct on (t.sequence) t.*, t.${sql.ref(name)} as shown_name, r.name as release_name
    from ${sql.table(table)} t join releases r on r.id = t.release_id
    where t.deleted_at is null and r.deleted_at is null and (t.release_id = ${releaseId} or r.is_main)
    order by t.sequence, t.release_id = ${releaseId} desc`;
}

const USE = sql`id, sequence, shown_name as name, release_name`;

/** Which courses, paths and other lessons use a lesson. @throws AppError `not_found` */
export async function listLessonUses(handle: Handle, lessonId: number): Promise<LessonUses> {
  const lesson = await handle
    .selectFrom('lessons')
    .select(['sequence', 'release_id'])
    .where('id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!lesson) throw notFound('lesson');
  const { sequence, release_id } = lesson;
  const number = JSON.stringify([sequence]);
  const courses = await sql<Use>`
    with seen as (${seen('courses', 'name', release_id)})
    select ${USE} from seen where lessons @> ${number}::jsonb order by sequence`.execute(handle);
  const numbers = courses.rows.map((course) => course.sequence);
  const paths = await sql<Use>`
    with seen as (${seen('paths', 'name', release_id)})
    select ${USE} from seen where exists (
      select 1 from steps s cross join lateral jsonb_array_elements_text(s.courses) as entry (number)
      where s.path_id = seen.id and entry.number::integer = any(${numbers}::integer[]))
    order by sequence`.execute(handle);
  const lessons = await sql<Use>`
    with seen as (${seen('lessons', 'title', release_id)})
    select ${USE} from seen
    where fields -> 'related_lesson' = ${String(sequence)}::jsonb or fields -> 'related_lessons' @> ${number}::jsonb
    order by sequence`.execute(handle);
  return { courses: courses.rows, paths: paths.rows, lessons: lessons.rows };
}
