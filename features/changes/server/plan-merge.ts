import type { Files } from '#features/content-model/rules/lesson-content.ts';
import type { Decisions, KeyedConflict } from '#features/documents/rules/merge-lesson.ts';
import { CONTENT_ROOTS, type ContentRoot } from '#features/git/rules/content-roots.ts';
import type { ContentGit } from '#features/git/server/index.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { Subject } from './merge-folder.task.ts';
import { findMergedTrees, type MergeSource } from './merged-folders.ts';

const TOO_EXPENSIVE = (place: string) =>
  `${place} takes too long to merge. Nothing was changed. Make its texts the same on both sides, and try again.`;

/** The merge result of one lesson, course or path folder that differs between two branches. */
export interface FolderPlan {
  readonly root: ContentRoot;
  /** Below its root. */
  readonly folder: string;
  /** From the root of the branch: `lessons/12-loops`. */
  readonly place: string;
  /** Its trees; null: the folder doesn't exist. */
  readonly ours: string | null;
  readonly theirs: string | null;
  /** `theirs`: only they changed it. `merged`: both did, and `files` is the result. */
  readonly kind: 'ours' | 'theirs' | 'merged';
  readonly files: Files | null;
  /** Conflicts that have to be resolved first. */
  readonly conflicts: readonly KeyedConflict[];
  /** Number and title, for messages. */
  readonly subject: Subject | null;
}

/** How two branches can be merged. */
export interface MergePlan {
  readonly ours: string;
  readonly theirs: string;
  readonly source: MergeSource;
  /** They have nothing that is missing here, or we have nothing that is missing there. */
  readonly short: 'nothing' | 'forward' | null;
  readonly folders: readonly FolderPlan[];
  /** Conflicting files outside of all these folders. */
  readonly elsewhere: readonly string[];
  /** Git's own merge, used for everything outside the folders. Null with `short`. */
  readonly tree: string | null;
}

interface Branches {
  readonly ours: string;
  readonly theirs: string;
  readonly source: MergeSource;
}

/**
 * Plans the merge of two branches without changing anything: lessons, courses and paths by their content, everything
 * else as git merges it.
 *
 * @param decided Resolutions of conflicts, by path of the folder and key.
 */
export async function planMerge(
  git: ContentGit,
  { ours, theirs, source }: Branches,
  decided: ReadonlyMap<string, Decisions>,
  signal?: AbortSignal,
): Promise<MergePlan> {
  const base = await git.history.mergeBase(ours, theirs);
  const plan = { ours, theirs, source, folders: [], elsewhere: [], tree: null };
  if (base === theirs) return { ...plan, short: 'nothing' };
  if (base === ours) return { ...plan, short: 'forward' };
  const [here, there] = [await foldersOf(git, ours), await foldersOf(git, theirs)];
  const before = new Map([...(await foldersOf(git, base)), ...(await findMergedTrees(git, source, { since: base, until: ours, theirs }))]);
  const merged = await git.mergeTrees(ours, theirs, signal);
  const folders: FolderPlan[] = [];
  for (const place of new Set([...here.keys(), ...there.keys()])) {
    signal?.throwIfAborted();
    const sides = { ours: here.get(place) ?? null, theirs: there.get(place) ?? null };
    if (sides.ours === sides.theirs) continue;
    folders.push(await planFolder(git, { ours, theirs }, { place, base: before.get(place) ?? null, ...sides }, decided.get(place)));
  }
  const planned = new Set(folders.map(({ place }) => place));
  const elsewhere = merged.conflicts.filter((path) => !planned.has(/^[^/]+\/[^/]+(?=\/)/.exec(path)?.[0] ?? ''));
  return { ...plan, short: null, folders, elsewhere, tree: merged.tree };
}

/** The tree of every lesson, course and path of a commit or tree, by path. */
export async function foldersOf(git: ContentGit, commit: string | null): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const root of CONTENT_ROOTS) for (const [folder, tree] of await git.folderTrees(root, commit)) all.set(`${root}/${folder}`, tree);
  return all;
}

/** The folders with unresolved conflicts. */
export function openConflicts({ folders }: MergePlan): FolderPlan[] {
  return folders.filter(({ conflicts }) => conflicts.length > 0);
}

interface FolderTrees {
  readonly place: string;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

async function planFolder(
  git: ContentGit,
  commits: Pick<Branches, 'ours' | 'theirs'>,
  { place, base, ours, theirs }: FolderTrees,
  decided: Decisions = {},
): Promise<FolderPlan> {
  const [root, folder] = place.split('/') as [ContentRoot, string];
  const plan = { root, folder, place, ours, theirs, files: null, conflicts: [], subject: null };
  if (theirs === base) return { ...plan, kind: 'ours' };
  if (ours === base) return { ...plan, kind: 'theirs' };
  const read = async (commit: string) => (await git.readFolder(commit, place)).files;
  const mine = await read(commits.ours);
  const other = await read(commits.theirs);
  const sides = { base: await readTree(git, base), mine, theirs: other };
  const merged = await requireTextTask('mergeFolder', [root, sides, decided], TOO_EXPENSIVE(place));
  return { ...plan, kind: 'merged', ...merged };
}

/** Reads a whole tree by its id; empty if it doesn't exist. */
async function readTree(git: ContentGit, tree: string | null): Promise<Files> {
  return tree === null ? new Map() : (await git.readFolder(tree, '')).files;
}
