import { sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';

/** An unused drafts release. */
export interface AbandonedRelease {
  id: number;
  name: string;
  branch_name: string;
}

/**
 * Drafts releases older than `before` without lessons since then, courses, paths, queued changes or an open pull
 * request. Reads the tables of those modules, but writes none of them.
 */
function abandonedQuery(handle: Handle, before: Date) {
  return handle
    .selectFrom('releases as r')
    .select(['r.id', 'r.name', 'r.branch_name'])
    .where('r.drafts_of', 'is not', null)
    .where('r.deleted_at', 'is', null)
    .where('r.created_at', '<', before)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('lessons as l')
            .select('l.id')
            .whereRef('l.release_id', '=', 'r.id')
            .where((of) => of.or([of('l.deleted_at', 'is', null), of('l.deleted_at', '>=', before)])),
        ),
      ),
    )
    .where((is) =>
      is.not(
        is.or([
          is.exists(is.selectFrom('courses as c').select('c.id').whereRef('c.release_id', '=', 'r.id').where('c.deleted_at', 'is', null)),
          is.exists(is.selectFrom('paths as p').select('p.id').whereRef('p.release_id', '=', 'r.id').where('p.deleted_at', 'is', null)),
        ]),
      ),
    )
    .where((is) =>
      is.not(
        is.exists(is.selectFrom('changes as c').select('c.id').whereRef('c.release_id', '=', 'r.id').where('c.state', '<>', 'pushed')),
      ),
    )
    .where((is) =>
      is.not(
        is.exists(is.selectFrom('pull_requests as p').select('p.id').whereRef('p.release_id', '=', 'r.id').where('p.state', '=', 'open')),
      ),
    );
}

/** Locks a release against deletion. Returns false if it is already deleted. */
export async function lockReleaseRow(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('releases')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function listAbandonedRows(handle: Handle, before: Date): Promise<AbandonedRelease[]> {
  return abandonedQuery(handle, before).orderBy('r.id').execute();
}

/** Deletes one of {@link listAbandonedRows}. Returns false if it is in use again. */
export async function markAbandonedDeleted(tx: Tx, id: number, before: Date): Promise<boolean> {
  // Waits for a concurrent transaction that adds a lesson to it.
  await tx.selectFrom('releases').select('id').where('id', '=', id).forUpdate().execute();
  const row = await abandonedQuery(tx, before).where('r.id', '=', id).executeTakeFirst();
  if (!row) return false;
  await tx
    .updateTable('releases')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  return true;
}
