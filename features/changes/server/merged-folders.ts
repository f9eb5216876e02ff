import { CONTENT_ROOTS } from '#features/git/rules/content-roots.ts';
import type { ContentGit } from '#features/git/server/index.ts';

// A folder may be merged from another branch before the whole branch can be, because another folder has a conflict. The
// commit then has one parent, so git doesn't know what was merged. A trailer records it: the folder's next merge starts
// from there, and no conflict has to be resolved twice.

// Likewise our folders are pushed beside a conflict in another one: the commit has only the remote's branch as its parent. Its trailer
// records the pushed tree, and our head, so that it is known which of the two trailers of a folder is newer.

/** The branch that was merged from. */
export type MergeSource = 'branch' | 'main';

const TRAILER = 'Taken-In';
const PUSHED = 'Pushed-Beside';
/** Instead of a tree: the folder was deleted there. */
const GONE = 'gone';

const LESSONS = 'lessons/';

const nameOf = (place: string) => encodeURIComponent(place.startsWith(LESSONS) ? place.slice(LESSONS.length) : place);

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function placeOf(name: string): string {
  const folder = decoded(name);
  return folder.includes('/') ? folder : LESSONS + folder;
}

/**
 * Returns the trailer that records that this tree (null: its removal) of the folder at `place` was merged. Lessons are
 * named by folder alone.
 */
export function mergedTrailer(source: MergeSource, place: string, tree: string | null): string {
  return `${TRAILER}: ${source}:${tree ?? GONE}:${nameOf(place)}`;
}

/** Returns the trailer that records that the folder of our `head` was pushed beside a conflict. */
export function pushedTrailer(head: string, place: string, tree: string | null): string {
  return `${PUSHED}: ${head}:${tree ?? GONE}:${nameOf(place)}`;
}

interface Recorded {
  readonly tree: string | null;
  /** The commit that has the trailer, or our head when it was written there. */
  readonly commit: string;
}

/**
 * Folders merged since the merge base (null: ever), each with the newest tree that both sides had; null: it was deleted.
 *
 * @param theirs the other side's commit
 */
export async function findMergedTrees(
  git: ContentGit,
  source: MergeSource,
  { since, until, theirs }: { since: string | null; until: string; theirs: string },
): Promise<Map<string, string | null>> {
  const taken = new Map<string, Recorded>();
  // Newest first.
  for (const [value, commit] of await git.history.findTrailers(TRAILER, { since, until })) {
    const [from, tree = GONE, name = ''] = value.split(':');
    const place = placeOf(name);
    if (from === source && !taken.has(place)) taken.set(place, { tree: tree === GONE ? null : tree, commit });
  }
  const pushed = source === 'branch' ? await findPushedTrees(git, { since, theirs, ours: until }) : new Map<string, Recorded>();
  for (const [place, recorded] of pushed) {
    const merged = taken.get(place);
    if (!merged || (await git.history.contains(recorded.commit, merged.commit))) taken.set(place, recorded);
  }
  return new Map([...taken].map(([place, { tree }]) => [place, tree]));
}

/** Everybody can write trailers: only one that says what a head of ours has counts. */
async function findPushedTrees(
  git: ContentGit,
  { since, theirs, ours }: { since: string | null; theirs: string; ours: string },
): Promise<Map<string, Recorded>> {
  const pushed = new Map<string, Recorded>();
  for (const value of (await git.history.findTrailers(PUSHED, { since, until: theirs })).keys()) {
    const [, commit = '', tree = GONE, name = ''] = /^([0-9a-f]{40,64}):([0-9a-f]{40,64}|gone):([\w.%~!'()*-]{1,1000})$/.exec(value) ?? [];
    const place = name === '' ? '' : placeOf(name);
    if (place === '' || pushed.has(place) || !(await git.hasCommit(commit)) || !(await git.history.contains(ours, commit))) continue;
    const [root = '', folder = ''] = place.split('/');
    const known = CONTENT_ROOTS.find((each) => each === root);
    const there = known ? ((await git.folderTrees(known, commit)).get(folder) ?? GONE) : null;
    if (there === tree) pushed.set(place, { tree: tree === GONE ? null : tree, commit });
  }
  return pushed;
}
