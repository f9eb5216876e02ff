import type { PullRequest } from '#contract/pull-requests.ts';
import type { Actor } from '#contract/roles.ts';
import {
  countOpenChanges,
  findPull,
  listReviewRows as listReviews,
  pullUrl,
  type StoredPull,
  findMainRelease,
  type StoredRelease,
} from '#server/releases/index.ts';
import { listLessonTitles } from '#server/lessons/index.ts';
import type { Platform } from '#server/platform/platform.ts';
import { compareFromCache, type Comparison } from './branch-state.ts';
import { getReleaseFor } from './find-release.ts';
import { getMergeGate } from './merge-gate.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'codeHost'>;

/** Most commits that are listed. */
const COMMITS_MAX = 250;
/** Most files that are counted. */
const FILES_MAX = 100_000;

/**
 * Returns the newest pull request of a release as the page shows it; null if there is none yet. @throws AppError
 * `not_found`, `unavailable`
 */
export async function getPullRequest(platform: Deps, actor: Actor, releaseId: number): Promise<PullRequest | null> {
  const release = await getReleaseFor(platform.db, actor, releaseId);
  const pull = await findPull(platform.db, releaseId);
  return pull ? describePull(platform, actor, release, pull) : null;
}

async function describePull(platform: Deps, actor: Actor, release: StoredRelease, pull: StoredPull): Promise<PullRequest> {
  const { db, git, codeHost } = platform;
  const compared = await compareFromCache(platform, release, pull);
  const isOpen = pull.state === 'open';
  const conflicts = isOpen ? await git.findConflicts(compared.main, compared.head) : [];
  const commits = await git.history.listCommits({ since: compared.main, until: compared.head, limit: COMMITS_MAX });
  const reviews = await listReviews(db, pull.id);
  return {
    release_id: release.id,
    release_name: release.name,
    number: pull.number,
    title: pull.title,
    body: pull.body,
    state: pull.state,
    status: pull.status,
    url: pullUrl(pull),
    is_local: codeHost.pulls === null,
    is_mergeable: isOpen ? conflicts.length === 0 && pull.is_mergeable !== false : null,
    conflicts,
    opened_by: pull.opened_by_name,
    is_own: pull.opened_by === actor.id,
    opened_at: pull.opened_at.toISOString(),
    merged_by: pull.merged_by_name,
    merged_at: pull.merged_at?.toISOString() ?? null,
    reviews: reviews.map((review) => ({
      by: review.by_name,
      verdict: review.verdict,
      text: review.text,
      at: review.created_at.toISOString(),
      commit: review.commit_sha,
      is_outdated: review.commit_sha !== null && review.commit_sha !== compared.head,
    })),
    commits: commits.map(({ at, ...commit }) => ({ ...commit, at: at.toISOString() })),
    lessons: await listChangedLessons(platform, release, compared),
    unpushed: await countOpenChanges(db, release.id),
    gate: isOpen ? await getMergeGate(platform, pull) : null,
  };
}

/** The lessons that differ, by folder, with the number of files each. */
async function listChangedLessons({ db, git }: Deps, release: StoredRelease, { base, head }: Comparison): Promise<PullRequest['lessons']> {
  const files = await git.history.listChangedFiles({ before: base, after: head, place: { below: 'lessons' } });
  const counts = new Map<string, number>();
  for (const path of files.slice(0, FILES_MAX).flatMap(({ path, from }) => (from === null ? [path] : [path, from]))) {
    const folder = /^lessons\/([^/]+)\//.exec(path)?.[1];
    if (folder !== undefined) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const before = new Set((await git.listLessonFolders(base)).map(({ folder }) => folder));
  const after = new Set((await git.listLessonFolders(head)).map(({ folder }) => folder));
  const own = await rowsByFolder(db, release.id);
  const published = await rowsByFolder(db, (await findMainRelease(db))?.id);
  const lessons = [...counts].map(([folder, count]) => {
    const row = own.get(folder) ?? published.get(folder);
    return {
      folder,
      sequence: row?.sequence ?? sequenceOf(folder),
      title: row?.title ?? '',
      change: after.has(folder) ? (before.has(folder) ? ('changed' as const) : ('added' as const)) : ('deleted' as const),
      lesson_id: own.get(folder)?.id ?? null,
      files: count,
    };
  });
  return lessons.sort((a, b) => (a.sequence ?? Infinity) - (b.sequence ?? Infinity) || a.folder.localeCompare(b.folder));
}

async function rowsByFolder(db: Deps['db'], releaseId: number | undefined) {
  return new Map((releaseId === undefined ? [] : await listLessonTitles(db, releaseId)).map((row) => [row.folder, row]));
}

/** A folder name starts with the lesson's number. */
function sequenceOf(folder: string): number | null {
  const number = /^0*(\d{1,9})(?:-|$)/.exec(folder)?.[1];
  return number === undefined ? null : Number(number);
}
