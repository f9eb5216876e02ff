import type { ContentGit } from '#server/platform/git/content-git.ts';

// A folder may be merged from another branch before the whole branch can be, because another folder has a conflict. The
// commit then has one parent, so git doesn't know what was merged. A trailer records it: the folder's next merge starts
// from there, and no conflict has to be resolved twice.

/** The branch that was merged from. */
export type MergeSource = 'branch' | 'main';

const TRAILER = 'Taken-In';
/** Instead of a tree: the folder was deleted there. */
const GONE = 'gone';

const LESSONS = 'lessons/';

/**
 * Returns the trailer that records that this tree (null: its removal) of the folder at `place` was merged. Lessons are
 * named by folder alone.
 */
export function mergedTrailer(source: MergeSource, place: string, tree: string | null): string {
  const name = place.startsWith(LESSONS) ? place.slice(LESSONS.length) : place;
  return `${TRAILER}: ${source}:${tree ?? GONE}:${encodeURIComponent(name)}`;
}

/** Folders merged since `since` (null: ever), each with the newest merged tree; null: it was deleted. */
export async function findMergedTrees(
  git: ContentGit,
  source: MergeSource,
  { since, until }: { since: string | null; until: string },
): Promise<Map<string, string | null>> {
  const taken = new Map<string, string | null>();
  // Newest first.
  for (const value of (await git.history.findTrailers(TRAILER, { since, until })).keys()) {
    const [from, tree = GONE, name = ''] = value.split(':');
    const folder = decodeURIComponent(name);
    const place = folder.includes('/') ? folder : LESSONS + folder;
    if (from === source && !taken.has(place)) taken.set(place, tree === GONE ? null : tree);
  }
  return taken;
}
