import { sql } from 'kysely';
import type { Handle } from '#platform/server/database/database.ts';

/** The last build of a lesson, or of another version of it, for one list of packages. */
export interface LessonBuild {
  lesson_id: number;
  environment_hash: string;
  state: 'in_progress' | 'built' | 'failed';
}

/** The newest builds that the lessons of a release have, one for each list of packages: their own and those of their copies. */
export async function listBuildStates(handle: Handle, releaseId: number): Promise<LessonBuild[]> {
  return (
    handle
      .selectFrom('lessons as l')
      .innerJoin('lessons as source', 'source.uuid', 'l.uuid')
      .innerJoin('builds as b', 'b.lesson_id', 'source.id')
      .distinctOn(['l.id', 'b.environment_hash'])
      .select(['l.id as lesson_id', 'b.environment_hash', 'b.state'])
      .where('l.release_id', '=', releaseId)
      .where('l.deleted_at', 'is', null)
      // What a copy built counts, but not that it failed or is still at it.
      .where((where) => where.or([where('b.state', '=', 'built'), where('source.id', '=', where.ref('l.id'))]))
      .orderBy('l.id')
      .orderBy('b.environment_hash')
      .orderBy(sql`source.id = l.id`, 'desc')
      .orderBy('b.id', 'desc')
      .execute()
  );
}
