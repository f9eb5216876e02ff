import type { ContentGit } from '#server/platform/git/content-git.ts';

/** By repository and release: what is done to the branch just now. Branches are ours alone, so one process knows all of it. */
const turns = new WeakMap<ContentGit, Map<number, Promise<unknown>>>();

/**
 * Does `work` on the branch of a release when nobody else does: commits and merges come one after another. Should two
 * of them meet all the same, the branch moves by compare-and-swap. Not to be nested.
 */
export async function inTurn<T>(git: ContentGit, releaseId: number, work: () => Promise<T>): Promise<T> {
  const ofGit = turns.get(git) ?? new Map<number, Promise<unknown>>();
  turns.set(git, ofGit);
  const before = ofGit.get(releaseId) ?? Promise.resolve();
  const mine = before.then(work, work);
  // Whoever comes next only waits: a failure is told to the one whose work it was.
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
