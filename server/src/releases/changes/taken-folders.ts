import type { ContentGit } from '#server/platform/git/content-git.ts';

// A folder can be taken over from another branch before the whole branch can be merged, because another one is in
// conflict. The commit then has one parent, and git cannot know what it was merged from. It is written down in a trailer:
// the next merge of this folder begins from there, and asks nobody the same thing twice.

/** Where what was taken in comes from. */
export type MergeSource = 'branch' | 'main';

const TRAILER = 'Taken-In';
/** In place of a tree: the folder had gone there. */
const GONE = 'gone';

const LESSONS = 'lessons/';

/** The line that says: of the folder at `place`, this tree (null: its removal) was taken in. Lessons go by their folder alone. */
export function takenTrailer(source: MergeSource, place: string, tree: string | null): string {
  const name = place.startsWith(LESSONS) ? place.slice(LESSONS.length) : place;
  return `${TRAILER}: ${source}:${tree ?? GONE}:${encodeURIComponent(name)}`;
}

/** Places of folders that were taken in since `since` (null: ever), each with the newest tree that was; null: it had gone. */
export async function findTaken(
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
