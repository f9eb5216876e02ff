import type { HeldRelease } from '#contract/changes.ts';
import type { Actor } from '#contract/roles.ts';
import { slug } from '#content/folder-name.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { notFound, unavailable } from '#server/platform/errors.ts';
import { BranchExistsError } from '#server/platform/git/git-errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getUser } from '#server/accounts/index.ts';
import {
  findReleaseRow,
  findReleaseRowEvenDeleted,
  insertReleaseRow,
  listReleaseRows,
  markReleaseDeleted,
  moveReleaseHead,
  renameReleaseRow,
  updateReleaseRow,
  type StoredRelease,
} from './queries.ts';

/** The release that stands for the default branch, as people read it. */
const MAIN_NAME = 'Main';

/** Every release: main first, then by name. */
export async function listReleases(handle: Handle): Promise<StoredRelease[]> {
  return listReleaseRows(handle);
}

/** A release; undefined when there is none, or it was taken out of the product. */
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
 * A release for the jobs that bring its saves into git: also one that was taken out of the product meanwhile, because
 * what was saved in it still goes to its branch.
 *
 * @throws AppError `not_found`
 */
export async function getReleaseOfJob(handle: Handle, id: number): Promise<StoredRelease> {
  const release = await findReleaseRowEvenDeleted(handle, id);
  if (!release) throw notFound('release');
  return release;
}

/** What keeps the saves of a release from its branch, as it is sent. */
export function heldRelease({ id, commit_error, push_error, deleted_remotely_at, detached_at }: StoredRelease): HeldRelease {
  return {
    release_id: id,
    release_commit_error: commit_error ?? push_error,
    release_deletion_date: deleted_remotely_at?.toISOString() ?? null,
    release_detached_at: detached_at?.toISOString() ?? null,
  };
}

/** The folders of one kind that a release's branch holds: main's, and its own. */
export async function foldersInBranch(
  handle: Handle,
  { id }: Pick<StoredRelease, 'id'>,
  list: (handle: Handle, releaseId: number) => Promise<readonly { readonly folder: string }[]>,
): Promise<string[]> {
  const main = await findMainRelease(handle);
  const all = [...(main ? await list(handle, main.id) : []), ...(await list(handle, id))];
  return all.map(({ folder }) => folder);
}

/** The release that stands for a branch; undefined when there is none. */
export async function findReleaseOfBranch(handle: Handle, branch: string): Promise<StoredRelease | undefined> {
  return findReleaseRow(handle, { branch_name: branch });
}

/** Makes the release of a branch that is there. Answers its id; null when the branch has a release already. */
export async function addRelease(
  tx: Tx,
  release: Pick<StoredRelease, 'name' | 'branch_name' | 'commit_sha' | 'pushed_sha'>,
): Promise<number | null> {
  return insertReleaseRow(tx, { ...release, is_main: false, drafts_of: null });
}

export async function renameRelease(tx: Tx, id: number, name: string): Promise<void> {
  await renameReleaseRow(tx, id, name);
}

/** Takes a release out of the product; its branch, and what is on its way there, stays. */
export async function removeRelease(tx: Tx, id: number): Promise<void> {
  await markReleaseDeleted(tx, id);
}

/** The main release; undefined before the first import of main. */
export async function findMainRelease(handle: Handle): Promise<StoredRelease | undefined> {
  return findReleaseRow(handle, { is_main: true });
}

/** The main release, made when there is none. It stands for no commit until main is imported. */
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
 * The actor's own drafts release (product §3), made on first use from the head of main.
 *
 * @throws AppError `unavailable` while the content repository has no main.
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
  // Two first uses at once end at one release: the second insert found the first's.
  const made = await findReleaseRow(platform.db, { drafts_of: actor.id });
  if (!made) return ensureDraftsRelease(platform, actor);
  return made;
}

/** A branch `drafts/{name}`, or with a number behind it when another author, or an older branch, has that one. */
async function makeDraftsBranch(platform: Pick<Platform, 'db' | 'git'>, name: string, commit: string): Promise<string> {
  for (let number = 1; ; number++) {
    const branch = number === 1 ? `drafts/${name}` : `drafts/${name}-${number}`;
    if (await findReleaseRow(platform.db, { branch_name: branch })) continue;
    try {
      await platform.git.createBranch(branch, commit);
      return branch;
    } catch (error) {
      if (!(error instanceof BranchExistsError)) throw error;
      // Left by a crash between the branch and its row, or made by another call just now: nothing is on it yet.
      if ((await platform.git.head(branch)) === commit) return branch;
    }
  }
}

/**
 * Moves the commit that a release's rows stand for, and takes back what kept it from moving.
 *
 * @throws Error when it was not at `from`: another worker was faster, and what this one knows is stale.
 */
export async function setReleaseHead(tx: Tx, id: number, move: { from: string | null; to: string }): Promise<void> {
  if (!(await moveReleaseHead(tx, id, move))) throw new Error(`Release ${id} is no longer at ${move.from ?? 'no commit'}.`);
}

/** Notes what the remote has of a release's branch, and that nothing keeps it back any more. */
export async function setPushed(handle: Handle, id: number, sha: string): Promise<void> {
  await updateReleaseRow(handle, id, { pushed_sha: sha, push_error: null, deleted_remotely_at: null });
}

/** Notes what keeps saves from being committed; null: nothing does. */
export async function setCommitError(handle: Handle, id: number, text: string | null): Promise<void> {
  await updateReleaseRow(handle, id, { commit_error: text });
}

/** Notes what keeps commits from being pushed, and since when the remote has lost the branch (null: it has not). */
export async function setPushError(handle: Handle, id: number, error: { text: string; deleted_remotely_at: Date | null }): Promise<void> {
  await updateReleaseRow(handle, id, { push_error: error.text, deleted_remotely_at: error.deleted_remotely_at });
}

/** Notes where the remote has a branch now, whoever brought it there. */
export async function setRemoteHead(handle: Handle, id: number, sha: string): Promise<void> {
  await updateReleaseRow(handle, id, { pushed_sha: sha });
}

/** Lets the next push make the branch anew: what the remote had of it is forgotten. */
export async function forgetRemoteBranch(handle: Handle, id: number): Promise<void> {
  await updateReleaseRow(handle, id, { pushed_sha: null, push_error: null, deleted_remotely_at: null });
}

/** Keeps the branch here alone from now on (product §3), or, with null, beside the code host's again. */
export async function setDetached(handle: Handle, id: number, at: Date | null): Promise<void> {
  await updateReleaseRow(handle, id, { detached_at: at, push_error: null, deleted_remotely_at: null });
}
