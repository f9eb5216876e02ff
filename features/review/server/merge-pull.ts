import { getAuthor } from '#features/accounts/server/index.ts';
import type { AuditEntry } from '#features/audit/server/index.ts';
import type { PullHost } from '#features/code-hosts/server/index.ts';
import { type StoredRelease, getReviewedRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused, unavailable } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { compareWithMain, waitUntilPushed } from './branch-state.ts';
import { callCodeHost } from './call-host.ts';
import { finishPlanning } from './finish-planning.ts';
import { requireMergeable } from './merge-gate.ts';
import { MESSAGES } from './messages.ts';
import { publishMerge } from './publish.ts';
import type { StoredPull } from './pulls/pull-request-queries.ts';
import { getOpenPull, getPull } from './pulls/pull-requests.ts';
import { recognizeReviewers } from './reviewers.ts';
import { syncPullRequest } from './sync-pull-request.ts';

// open ──▶ merge commit in working.git ──▶ main of the code host ──▶ merged, and an import of main queued
//
// A crash after the second step leaves the branch merged in main but the pull request open. Merging again, or the next
// check of main (publish.ts), records the merge. Nothing is merged twice.

/** Others may move main between our fetch and our push. */
const ROUNDS_MAX = 5;
/** Time limit for fetching main after a merge, in milliseconds. The import tries again. */
const REFRESH_LIMIT_MS = 15_000;

interface MergeInput {
  /** Body of the merge commit's message. */
  message?: string | undefined;
  /** Why lessons are published that couldn't be deployed. */
  anyway?: string | undefined;
}

/**
 * Merges the pull request of a release into main.
 *
 * @throws AppError `refused` with what blocks the merge, and if the branch moved while it was checked; `unavailable` if the code host can't be reached.
 */
export async function mergePull(platform: Platform, actor: Actor, releaseId: number, { message, anyway }: MergeInput): Promise<StoredPull> {
  const release = await getReviewedRelease(platform.db, releaseId);
  const pull = await getUndisputedPull(platform, releaseId);
  await waitUntilPushed(platform, releaseId);
  const { pulls } = platform.codeHost;
  const check = async () => {
    const compared = await compareWithMain(platform, release);
    await requireMergeable(platform, { release, pull }, compared, anyway !== undefined);
    // The checks of many lessons take minutes: someone may have objected or closed it.
    await getUndisputedPull(platform, releaseId);
    return compared;
  };
  let compared = await check();
  // On another code host, a new commit would wait for its checks again.
  if (pulls === null && (await finishPlanning(platform, actor, release))) {
    await waitUntilPushed(platform, releaseId);
    compared = await check();
  }
  const audit: AuditEntry = {
    actor,
    action: 'pull-request.merge',
    subject: `release:${releaseId}`,
    details: { number: pull.number, ...(anyway !== undefined && { anyway }) },
  };
  if (pulls === null) await mergeHere(platform, actor, { release, pull, head: compared.head, message, audit });
  else await mergeThere(platform, pulls, { release, pull, head: compared.head, message, audit });
  return getPull(platform.db, releaseId);
}

/** @throws AppError `refused` if it isn't open, or someone with access asks for changes. */
async function getUndisputedPull(platform: Pick<Platform, 'db' | 'codeHost'>, releaseId: number): Promise<StoredPull> {
  const pull = await platform.db.transaction().execute((tx) => getOpenPull(tx, releaseId));
  if ((await recognizeReviewers(platform, pull)).objectors.length > 0) throw refused(MESSAGES.changesRequested);
  return pull;
}

interface Merge {
  release: StoredRelease;
  pull: StoredPull;
  /** The commit that was checked: nothing else is merged. */
  head: string;
  message: string | undefined;
  audit: AuditEntry;
}

async function mergeHere(platform: Platform, actor: Actor, { release, pull, head, message, audit }: Merge): Promise<void> {
  const { git } = platform;
  const author = await getAuthor(platform.db, actor.id);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const { main, head: current } = await compareWithMain(platform, release);
    if (current !== head) throw refused(MESSAGES.branchMoved);
    const merged = await git.history.findMergeCommit(head, main);
    if (merged) return publishMerge(platform, pull, { sha: merged.sha, by: merged.author, at: merged.at }, audit);
    const text = [`Merge release ${release.name}`, message ?? ''].filter((part) => part !== '').join('\n\n');
    const merge = await git.merge({ ours: main, theirs: head, message: text, author });
    if (merge.kind === 'conflict') throw refused(MESSAGES.conflicts(merge.paths.length));
    const pushed = await git.push({ branch: git.mainBranch, sha: merge.sha, known: main });
    if (pushed.kind === 'pushed') {
      await refreshMain(platform);
      return publishMerge(platform, pull, { sha: merge.sha, by: actor.name, at: new Date() }, audit);
    }
    if (pushed.kind === 'refused') throw refused(MESSAGES.mainRefused(pushed.text));
    if (pushed.kind === 'unreachable') throw unavailable(MESSAGES.mainRefused(pushed.text));
    if (pushed.kind === 'branch-missing') throw unavailable(MESSAGES.noMain);
  }
  throw refused(MESSAGES.mainMoved);
}

async function mergeThere(platform: Platform, pulls: PullHost, { pull, head, message, audit }: Merge): Promise<void> {
  const merged = await callCodeHost(() => pulls.merge(pull.number, { head_sha: head, message: message ?? null }));
  await refreshMain(platform);
  await syncPullRequest(platform, merged, { audit });
}

/** Pages compare with the local main. The import would fetch it too, but only after they were notified of the merge. */
async function refreshMain({ git }: Pick<Platform, 'git'>): Promise<void> {
  await git.fetchMain(AbortSignal.timeout(REFRESH_LIMIT_MS)).catch(() => null);
}
