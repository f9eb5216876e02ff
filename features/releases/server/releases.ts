import { getUser } from '#features/accounts/server/index.ts';
import type { ReleaseErrors } from '#features/changes/contract.ts';
import { slug } from '#features/documents/rules/folder-name.ts';
import { BranchExistsError } from '#features/git/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { notFound, refused, unavailable } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { closedText, whyClosed } from '../releases.policy.ts';
import {
  findReleaseRow,
  findReleaseRowEvenDeleted,
  findReleaseToAddTo,
  insertReleaseRow,
  listReleaseRows,
  markReleaseDeleted,
  moveReleaseHead,
  renameReleaseRow,
  updateReleaseRow,
  type StoredRelease,
} from './queries.ts';

/** Display name of the release of the default branch. */
const MAIN_NAME = 'Main';

/** Every release: main first, then by name. */
export async function listReleases(handle: Handle): Promise<StoredRelease[]> {
  return listReleaseRows(handle);
}

/** A release; undefined if it doesn't exist or was deleted. */
export async function findRelease(handle: Handle, id: number): Promise<StoredRelease | undefined> {
  return findReleaseRow(handle, { id });
}

/** @throws AppError `not_found` */
export async function getRelease(handle: Handle, id: number): Promise<StoredRelease> {
  const release = await findReleaseRow(handle, { id });
  if (!release) throw notFound('release');
  return release;
}

/**
 * A release that something can be put into or changed in.
 *
 * @param main The text for the main release, which only changes by merging.
 * @throws AppError `not_found`; `refused` for main, and for a release that a merge has closed.
 */
export async function getOpenRelease(handle: Handle, id: number, main: string): Promise<StoredRelease> {
  const release = await getRelease(handle, id);
  requireOpenRelease(release, main);
  return release;
}

/** As {@link getOpenRelease}, and no merge can close it until the transaction ends. */
export async function lockOpenRelease(tx: Tx, id: number, main: string): Promise<StoredRelease> {
  const release = await findReleaseToAddTo(tx, id);
  if (!release) throw notFound('release');
  requireOpenRelease(release, main);
  return release;
}

/** @throws AppError `refused`, as {@link getOpenRelease} */
export function requireOpenRelease({ name, is_main, closed_at }: StoredRelease, main: string): void {
  const reason = whyClosed({ is_main, is_closed: closed_at !== null });
  if (reason !== null) throw refused(reason === 'main' ? main : closedText(name));
}

/**
 * A release for the jobs that commit and push its changes: also a deleted one, because its saved changes still go to
 * its branch.
 *
 * @throws AppError `not_found`
 */
export async function getReleaseEvenDeleted(handle: Handle, id: number): Promise<StoredRelease> {
  const release = await findReleaseRowEvenDeleted(handle, id);
  if (!release) throw notFound('release');
  return release;
}

/** What blocks a release's changes, as sent to the page. */
export function releaseErrors({ id, commit_error, push_error, deleted_remotely_at, detached_at }: StoredRelease): ReleaseErrors {
  return {
    release_id: id,
    release_commit_error: commit_error ?? push_error,
    release_deletion_date: deleted_remotely_at?.toISOString() ?? null,
    release_detached_at: detached_at?.toISOString() ?? null,
  };
}

/** The folders of one kind on a release's branch: main's and its own. */
export async function foldersInBranch(
  handle: Handle,
  { id }: Pick<StoredRelease, 'id'>,
  list: (handle: Handle, releaseId: number) => Promise<readonly { readonly folder: string }[]>,
): Promise<string[]> {
  const main = await findMainRelease(handle);
  const all = [...(main ? await list(handle, main.id) : []), ...(await list(handle, id))];
  return all.map(({ folder }) => folder);
}

/** The release of a branch; undefined if there is none. */
export async function findReleaseOfBranch(handle: Handle, branch: string): Promise<StoredRelease | undefined> {
  return findReleaseRow(handle, { branch_name: branch });
}

/** Creates the release of an existing branch. Returns its id; null if the branch already has a release. */
export async function addRelease(
  tx: Tx,
  release: Pick<StoredRelease, 'name' | 'branch_name' | 'commit_sha' | 'pushed_sha'>,
): Promise<number | null> {
  return insertReleaseRow(tx, { ...release, is_main: false, drafts_of: null });
}

export async function renameRelease(tx: Tx, id: number, name: string): Promise<void> {
  await renameReleaseRow(tx, id, name);
}

/** Deletes a release; its branch and queued changes stay. */
export async function removeRelease(tx: Tx, id: number): Promise<void> {
  await markReleaseDeleted(tx, id);
}

/** The main release; undefined before the first import of main. */
export async function findMainRelease(handle: Handle): Promise<StoredRelease | undefined> {
  return findReleaseRow(handle, { is_main: true });
}

/** Returns the main release, creating it if needed. It has no commit until main is imported. */
export async function ensureMainRelease(platform: Pick<Platform, 'db' | 'git'>): Promise<StoredRelease> {
  const known = await findMainRelease(platform.db);
  if (known) return known;
  const branch_name = platform.git.mainBranch;
  await insertReleaseRow(platform.db, { name: MAIN_NAME, branch_name, commit_sha: null, is_main: true, drafts_of: null, pushed_sha: null });
  const made = await findMainRelease(platform.db);
  if (!made) throw new Error(`Another release has the branch ${branch_name}.`);
  return made;
}

/**
 * Returns the actor's own drafts release, created on first use from the head of main.
 *
 * @throws AppError `unavailable` if the content repository has no main.
 */
export async function ensureDraftsRelease(platform: Pick<Platform, 'db' | 'git'>, actor: Actor): Promise<StoredRelease> {
  const known = await findReleaseRow(platform.db, { drafts_of: actor.id });
  if (known) return known;
  const { email } = await getUser(platform.db, actor.id);
  const commit_sha = await platform.git.head(platform.git.mainBranch);
  if (commit_sha === null) throw unavailable('The content repository has no main branch.');
  const branch_name = await makeDraftsBranch(platform, slug(email, 'author'), commit_sha);
  const release = { name: `Drafts – ${actor.name}`, branch_name, commit_sha, is_main: false, drafts_of: actor.id, pushed_sha: null };
  await insertReleaseRow(platform.db, release);
  // Concurrent first uses share one release: the second insert finds the first one.
  const made = await findReleaseRow(platform.db, { drafts_of: actor.id });
  if (!made) return ensureDraftsRelease(platform, actor);
  return made;
}

/** Creates a branch `drafts/{name}`, with a number appended if another author or an older branch has that name. */
async function makeDraftsBranch(platform: Pick<Platform, 'db' | 'git'>, name: string, commit: string): Promise<string> {
  for (let number = 1; ; number++) {
    const branch = number === 1 ? `drafts/${name}` : `drafts/${name}-${number}`;
    if (await findReleaseRow(platform.db, { branch_name: branch })) continue;
    try {
      await platform.git.createBranch(branch, commit);
      return branch;
    } catch (error) {
      if (!(error instanceof BranchExistsError)) throw error;
      // Left over from a crash between creating the branch and its row, or just created by a concurrent call: it has no
      // commits yet.
      if ((await platform.git.head(branch)) === commit) return branch;
    }
  }
}

/**
 * Moves the commit of a release's rows and clears its error.
 *
 * @throws Error if it was not at `from`: another worker was faster, and the caller's state is stale.
 */
export async function setReleaseHead(tx: Tx, id: number, move: { from: string | null; to: string }): Promise<void> {
  if (!(await moveReleaseHead(tx, id, move))) throw new Error(`Release ${id} is no longer at ${move.from ?? 'no commit'}.`);
}

/** Records the remote's head of a release's branch, and clears its error. */
export async function setPushed(handle: Handle, id: number, sha: string): Promise<void> {
  await updateReleaseRow(handle, id, { pushed_sha: sha, push_error: null, deleted_remotely_at: null });
}

/** Records what blocks committing; null: nothing. */
export async function setCommitError(handle: Handle, id: number, text: string | null): Promise<void> {
  await updateReleaseRow(handle, id, { commit_error: text });
}

/** Records what blocks pushing, and since when the branch is missing on the remote (null: it isn't). */
export async function setPushError(handle: Handle, id: number, error: { text: string; deleted_remotely_at: Date | null }): Promise<void> {
  await updateReleaseRow(handle, id, { push_error: error.text, deleted_remotely_at: error.deleted_remotely_at });
}

/** Records the remote's head of a branch, from any push. */
export async function setRemoteHead(handle: Handle, id: number, sha: string): Promise<void> {
  await updateReleaseRow(handle, id, { pushed_sha: sha });
}

/** Forgets the remote's branch, so that the next push creates it again. */
export async function forgetRemoteBranch(handle: Handle, id: number): Promise<void> {
  await updateReleaseRow(handle, id, { pushed_sha: null, push_error: null, deleted_remotely_at: null });
}

/** Keeps the branch only here from now on or, with null, on the code host again. */
export async function setDetached(handle: Handle, id: number, at: Date | null): Promise<void> {
  await updateReleaseRow(handle, id, { detached_at: at, push_error: null, deleted_remotely_at: null });
}
