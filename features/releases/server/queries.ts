import { sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';

/** A stored release: a branch, and its state. */
export interface StoredRelease {
  id: number;
  name: string;
  branch_name: string;
  /** The commit of the rows. */
  commit_sha: string | null;
  is_main: boolean;
  /** The owner of these drafts; null: shared. */
  drafts_of: number | null;
  /** The last known head of the remote's branch; null: it was never pushed. */
  pushed_sha: string | null;
  /** What blocks committing, as user-facing text. */
  commit_error: string | null;
  /** What blocks pushing, as user-facing text. */
  push_error: string | null;
  /** Set while the branch is missing on the remote. */
  deleted_remotely_at: Date | null;
  /** When a user chose to keep the branch only here. */
  detached_at: Date | null;
  /** Its pull request can only be merged without errors of preflight. */
  preflight_required: boolean;
  /** Its authors may ask the language model. */
  model_allowed: boolean;
  created_at: Date;
  /** Since when a merge keeps it closed; null: it is open. */
  closed_at: Date | null;
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
  'preflight_required',
  'model_allowed',
  'created_at',
  'closed_at',
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

/** A release that no merge can close until the transaction ends. One that is being merged is waited for. */
export async function findReleaseToAddTo(tx: Tx, id: number): Promise<StoredRelease | undefined> {
  const query = tx.selectFrom('releases').select(COLUMNS).where('id', '=', id).where('deleted_at', 'is', null);
  return query.forShare().executeTakeFirst();
}

/** A release, even if deleted. */
export async function findReleaseRowEvenDeleted(handle: Handle, id: number): Promise<StoredRelease | undefined> {
  return handle.selectFrom('releases').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Inserts a release. Returns null if one exists for its branch, for its owner's drafts, or as main. */
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

/** Moves the commit of the rows. Returns false if it was not at `from`. */
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

/** The settings of a release besides its name. */
export type ReleaseSettings = Pick<StoredRelease, 'preflight_required' | 'model_allowed'>;

export async function setReleaseSettings(handle: Handle, id: number, settings: Partial<ReleaseSettings>): Promise<void> {
  await handle.updateTable('releases').set(settings).where('id', '=', id).execute();
}

/** Closes a release after its merge. Drafts stay open: they are where their author writes. */
export async function closeMergedRelease(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('releases')
    .set({ closed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('is_main', '=', false)
    .where('drafts_of', 'is', null)
    .where('closed_at', 'is', null)
    .execute();
}

/** Returns whether it was closed. */
export async function reopenReleaseRow(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('releases')
    .set({ closed_at: null })
    .where('id', '=', id)
    .where('closed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function markReleaseDeleted(handle: Handle, id: number): Promise<void> {
  await handle
    .updateTable('releases')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
}
