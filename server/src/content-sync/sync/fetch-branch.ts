import { refused, unavailable } from '#server/platform/errors.ts';
import type { FetchOutcome, Unreachable } from '#server/platform/git/remote.ts';
import type { Platform } from '#server/platform/platform.ts';
import { branchDeleted, setPushError, type StoredRelease } from '#server/releases/index.ts';
import { MESSAGES } from './messages.ts';

/** How long someone who waits for the answer is kept waiting for the code host, in milliseconds. */
const FETCH_LIMIT_MS = 30_000;

/**
 * The head of a release's branch as the remote has it, with everything that belongs to it; null: it was never there.
 *
 * @throws AppError `unavailable` when the remote does not answer; `refused` when it has lost the branch, which is noted.
 */
export async function fetchBranch({ db, git }: Pick<Platform, 'db' | 'git'>, release: StoredRelease): Promise<string | null> {
  const { id, branch_name: branch, deleted_remotely_at } = release;
  const fetched = await fetchSoon((signal) => git.fetch(branch, signal));
  if (fetched.kind === 'fetched') return fetched.sha;
  if (release.pushed_sha === null) return null;
  await setPushError(db, id, { text: branchDeleted(branch), deleted_remotely_at: deleted_remotely_at ?? new Date() });
  throw refused(MESSAGES.branchDeletedChoose(branch));
}

/** Fetches for someone who waits. @throws AppError `unavailable` when the code host does not answer, or not soon enough. */
export async function fetchSoon(fetch: (signal: AbortSignal) => Promise<FetchOutcome>): Promise<Exclude<FetchOutcome, Unreachable>> {
  const limit = AbortSignal.timeout(FETCH_LIMIT_MS);
  const fetched = await fetch(limit).catch((error: unknown) => {
    if (limit.aborted) throw unavailable(MESSAGES.unreachable(`no answer within ${FETCH_LIMIT_MS / 1_000} seconds`));
    throw error;
  });
  if (fetched.kind === 'unreachable') throw unavailable(MESSAGES.unreachable(fetched.text));
  return fetched;
}
