import type { FetchOutcome, Unreachable } from '#features/git/server/index.ts';
import { branchDeleted, setPushError, type StoredRelease } from '#features/releases/server/index.ts';
import { refused, unavailable } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './messages.ts';

/** How long a waiting user's request may wait for the code host, in milliseconds. */
const FETCH_LIMIT_MS = 30_000;

/**
 * Fetches the remote's head of a release's branch; null: it was never pushed.
 *
 * @throws AppError `unavailable` if the remote doesn't respond; `refused` if the branch is gone from the remote, which
 * is recorded.
 */
export async function fetchBranch({ db, git }: Pick<Platform, 'db' | 'git'>, release: StoredRelease): Promise<string | null> {
  const { id, branch_name: branch, deleted_remotely_at } = release;
  const fetched = await fetchWithTimeout((signal) => git.fetch(branch, signal));
  if (fetched.kind === 'fetched') return fetched.sha;
  if (release.pushed_sha === null) return null;
  await setPushError(db, id, { text: branchDeleted(branch), deleted_remotely_at: deleted_remotely_at ?? new Date() });
  throw refused(MESSAGES.branchDeletedChoose(branch));
}

/** Fetches while a user waits. @throws AppError `unavailable` if the code host doesn't respond in time. */
export async function fetchWithTimeout(fetch: (signal: AbortSignal) => Promise<FetchOutcome>): Promise<Exclude<FetchOutcome, Unreachable>> {
  const limit = AbortSignal.timeout(FETCH_LIMIT_MS);
  const fetched = await fetch(limit).catch((error: unknown) => {
    if (limit.aborted) throw unavailable(MESSAGES.unreachable(`no response within ${FETCH_LIMIT_MS / 1_000} seconds`));
    throw error;
  });
  if (fetched.kind === 'unreachable') throw unavailable(MESSAGES.unreachable(fetched.text));
  return fetched;
}
