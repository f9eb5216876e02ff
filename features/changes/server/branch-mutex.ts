import type { ContentGit } from '#features/git/server/index.ts';

/** By repository and release: the current work on the branch. Only this process changes branches. */
const turns = new WeakMap<ContentGit, Map<number, Promise<unknown>>>();

/**
 * Runs `work` on the branch of a release exclusively: commits and merges come one after another. If two of them meet
 * anyway, the branch moves by compare-and-swap. Don't nest calls.
 */
export async function withBranchLock<T>(git: ContentGit, releaseId: number, work: () => Promise<T>): Promise<T> {
  const ofGit = turns.get(git) ?? new Map<number, Promise<unknown>>();
  turns.set(git, ofGit);
  const before = ofGit.get(releaseId) ?? Promise.resolve();
  const mine = before.then(work, work);
  // The next one only waits: a failure is reported to its own caller.
  const ended = mine.then(
    () => undefined,
    () => undefined,
  );
  ofGit.set(releaseId, ended);
  try {
    return await mine;
  } finally {
    if (ofGit.get(releaseId) === ended) ofGit.delete(releaseId);
  }
}
