import { sql } from 'kysely';
import type { CoursePath } from '#contract/courses.ts';
import type { PathSummary } from '#contract/paths.ts';
import type { Handle } from '#server/platform/database/database.ts';

// Lists of paths, each in one query. It reads the tables of courses and releases, and writes none of them.

/** Every path, or one, with how many different courses it has: by number, the one that was changed last first. */
export async function listPathRows(handle: Handle, which: 'all' | { readonly id: number }): Promise<PathSummary[]> {
  const { rows } = await sql<Omit<PathSummary, 'last_updated'> & { updated_at: Date }>`
    select p.id, p.sequence, p.name, p.release_id, r.name as release_name, r.is_main, p.updated_at, p.fields ->> 'type' as type,
      p.fields -> 'version' as version, (p.fields ->> 'hidden')::boolean as hidden, p.fields -> 'skill_level' as skill_level,
      p.fields -> 'duration' as duration,
      (select count(distinct entry.number)::int from steps s cross join lateral jsonb_array_elements_text(s.courses) as entry (number)
        where s.path_id = p.id) as num_courses
    from paths p join releases r on r.id = p.release_id
    where p.deleted_at is null and ${which === 'all' ? sql`true` : sql`p.id = ${which.id}`}
    order by p.sequence, p.updated_at desc, p.id desc`.execute(handle);
  return rows.map(({ updated_at, ...row }) => ({ ...row, last_updated: updated_at.toISOString() }));
}

/**
 * The paths that have a course in a step, as its release sees them: those of the release, and main's where the release has no version
 * of its own. A course of main is also in the paths of releases that have no version of it.
 */
export async function listPathsWithCourse(
  handle: Handle,
  { release_id, sequence, is_main }: { release_id: number; sequence: number; is_main: boolean },
): Promise<CoursePath[]> {
  const { rows } = await sql<CoursePath>`
    select p.id, p.sequence, p.name, r.name as release_name
    from paths p join releases r on r.id = p.release_id
    where p.deleted_at is null
      and exists (select 1 from steps s where s.path_id = p.id and s.courses @> ${JSON.stringify([sequence])}::jsonb)
      and (p.release_id = ${release_id}
        or (r.is_main and not exists (select 1 from paths own
          where own.release_id = ${release_id} and own.sequence = p.sequence and own.deleted_at is null))
        or (${is_main} and not exists (select 1 from courses own
          where own.release_id = p.release_id and own.sequence = ${sequence} and own.deleted_at is null)))
    order by p.sequence, r.is_main desc, r.name, p.id`.execute(handle);
  return rows;
}
