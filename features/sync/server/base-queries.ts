import { sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';

// The version of main that a lesson began from, or merged last. A trigger keeps it for lessons that are the same as main
// (migrations/0053-bases-of-lessons.sql); here is what it can't see.

/** A copy began from where its original did. */
export async function keepBase(tx: Tx, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`update lessons set base_hash = (select base_hash from lessons where id = ${from}) where id = ${to} and base_hash is null`.execute(
    tx,
  );
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
