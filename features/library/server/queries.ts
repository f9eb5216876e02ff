import { sql } from 'kysely';
import type { Handle } from '#platform/server/database/database.ts';

/** What the tables say of the lessons of a release, by lesson. */
interface LessonCounts {
  readonly lesson_id: number;
  readonly open_comments: number;
  readonly built_at: Date | null;
  readonly courses: number[];
}

/** Open comments, the last build, and the courses of the release or of main that have the lesson's number. */
export async function countOfLessons(handle: Handle, releaseId: number): Promise<Map<number, LessonCounts>> {
  const { rows } = await sql<LessonCounts>`
    select l.id as lesson_id,
      (select count(*)::int from comments c join screens s on s.id = c.screen_id
        where s.lesson_id = l.id and s.deleted_at is null and c.completed_at is null and c.archived_at is null) as open_comments,
      (select max(b.finished_at) from builds b where b.lesson_id = l.id and b.state = 'built') as built_at,
      array(select distinct c.sequence from courses c join releases r on r.id = c.release_id
        where c.deleted_at is null and (r.id = l.release_id or r.is_main) and c.lessons @> to_jsonb(l.sequence) order by 1) as courses
    from lessons l where l.release_id = ${releaseId} and l.deleted_at is null`.execute(handle);
  return new Map(rows.map((row) => [row.lesson_id, row]));
}
