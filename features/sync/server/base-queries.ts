import { sql } from 'kysely';
import { MESSAGES } from '#features/branches/server/index.ts';
import type { StoredRelease } from '#features/releases/server/index.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';

// The version of main that a lesson began from, or merged last. A trigger keeps it for lessons that are the same as main
// (migrations/0053-bases-of-lessons.sql); here is what it can't see.

/** A copy began from where its original did. */
export async function keepBase(tx: Tx, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`update lessons set base_hash = (select base_hash from lessons where id = ${from}) where id = ${to} and base_hash is null`.execute(
    tx,
  );
}

/** Those of some lessons of which main has something newer than what they began from or merged last; `base_hash` null: that is not known. */
export async function listBehindMain(handle: Handle, ids: readonly number[]): Promise<{ id: number; base_hash: string | null }[]> {
  if (ids.length === 0) return [];
  return handle
    .selectFrom('lessons as l')
    .innerJoin('lessons as m', 'm.sequence', 'l.sequence')
    .innerJoin('releases as r', 'r.id', 'm.release_id')
    .where('r.is_main', '=', true)
    .where('m.deleted_at', 'is', null)
    .where('l.id', 'in', ids)
    .whereRef('l.id', '<>', 'm.id')
    .where(sql<boolean>`l.base_hash is distinct from m.content_hash and l.content_hash <> m.content_hash`)
    .select(['l.id', 'l.base_hash'])
    .execute();
}

/** Which lessons of a release can't go into a branch that may have main's newer version: merging it would undo that without a conflict. */
export async function refusedBehindMain(
  handle: Handle,
  { name, closed_at }: Pick<StoredRelease, 'name' | 'closed_at'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const behind = (await listBehindMain(handle, ids)).filter(({ base_hash }) => base_hash !== null);
  return new Map(behind.map(({ id }) => [id, MESSAGES.mainIsNewer(name, closed_at !== null)]));
}

/** Lessons that are the same as main, and those of branches that contain main, have what main has now. */
export async function updateBases(handle: Handle, branches: readonly string[]): Promise<void> {
  await sql`
    update lessons l set base_hash = m.content_hash
    from releases r, lessons m join releases main on main.id = m.release_id
    where r.id = l.release_id and not r.is_main and l.deleted_at is null
      and main.is_main and m.deleted_at is null and m.sequence = l.sequence
      and (r.branch_name = any(${branches}) or l.content_hash = m.content_hash)
      and l.base_hash is distinct from m.content_hash`.execute(handle);
}
