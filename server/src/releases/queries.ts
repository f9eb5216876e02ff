import { sql } from 'kysely';
import type { Handle } from '#server/platform/database/database.ts';

/** A release as it is stored: a branch, and how far it has come. */
export interface StoredRelease {
  id: number;
  name: string;
  branch_name: string;
  /** The commit that the rows stand for. */
  commit_sha: string | null;
  is_main: boolean;
  /** Whose drafts these are; null: nobody's in particular. */
  drafts_of: number | null;
  /** What the remote is known to have of the branch; null: it was never pushed. */
  pushed_sha: string | null;
  /** What keeps saves from being committed, as a text for people. */
  commit_error: string | null;
  /** What keeps commits from being pushed, as a text for people. */
  push_error: string | null;
  /** Set while the remote has lost the branch. */
  deleted_remotely_at: Date | null;
  /** Since when the branch is kept here alone, at somebody's wish. */
  detached_at: Date | null;
}

const COLUMNS = [
  'id',
  'name',
  'branch_name',
  'commit_sha',
  'is_main',
  'drafts_of',
  'pushed_sha',
  'commit_error',
  'push_error',
  'deleted_remotely_at',
  'detached_at',
] as const;

/** Every release: main first, then by name. */
export async function listReleaseRows(handle: Handle): Promise<StoredRelease[]> {
  return handle
    .selectFrom('releases')
    .select(COLUMNS)
    .where('deleted_at', 'is', null)
    .orderBy('is_main', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export async function findReleaseRow(
  handle: Handle,
  by: { id: number } | { branch_name: string } | { drafts_of: number } | { is_main: true },
): Promise<StoredRelease | undefined> {
  let query = handle.selectFrom('releases').select(COLUMNS).where('deleted_at', 'is', null);
  if ('id' in by) query = query.where('id', '=', by.id);
  else if ('branch_name' in by) query = query.where('branch_name', '=', by.branch_name);
  else if ('drafts_of' in by) query = query.where('drafts_of', '=', by.drafts_of);
  else query = query.where('is_main', '=', true);
  return query.executeTakeFirst();
}

/** A release, also one that was taken out of the product. */
export async function findReleaseRowEvenDeleted(handle: Handle, id: number): Promise<StoredRelease | undefined> {
  return handle.selectFrom('releases').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Inserts a release, unless its branch, its owner's drafts or main has one already: then it answers null. */
export async function insertReleaseRow(
  handle: Handle,
  release: Pick<StoredRelease, 'name' | 'branch_name' | 'commit_sha' | 'is_main' | 'drafts_of' | 'pushed_sha'>,
): Promise<number | null> {
  const made = await handle
    .insertInto('releases')
    .values(release)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** Moves the commit that the rows stand for. False when it was not at `from`. */
export async function moveReleaseHead(handle: Handle, id: number, move: { from: string | null; to: string }): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('releases')
    .set({ commit_sha: move.to, commit_error: null })
    .where('id', '=', id)
    .where('commit_sha', 'is not distinct from', move.from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function updateReleaseRow(
  handle: Handle,
  id: number,
  values: Partial<Pick<StoredRelease, 'pushed_sha' | 'commit_error' | 'push_error' | 'deleted_remotely_at' | 'detached_at'>>,
): Promise<void> {
  await handle.updateTable('releases').set(values).where('id', '=', id).execute();
}

export async function renameReleaseRow(handle: Handle, id: number, name: string): Promise<void> {
  await handle.updateTable('releases').set({ name }).where('id', '=', id).execute();
}

export async function markReleaseDeleted(handle: Handle, id: number): Promise<void> {
  await handle
    .updateTable('releases')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
}
