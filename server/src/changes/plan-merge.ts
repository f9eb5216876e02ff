import type { Files } from '#content/lesson-content.ts';
import { mergeLessonFiles } from '#content/merge-lesson-files.ts';
import type { Decisions, PlaceConflict } from '#content/merge-lesson.ts';
import { readLesson } from '#content/read-lesson.ts';
import type { ContentGit } from '#server/platform/git/content-git.ts';
import { findTaken, type MergeSource } from './taken-folders.ts';

/** What becomes of one lesson folder that differs between two branches. */
export interface FolderPlan {
  readonly folder: string;
  /** Its trees; null: there is none. */
  readonly ours: string | null;
  readonly theirs: string | null;
  /** `theirs`: only they changed it. `merged`: both did; then `files` is what it becomes. */
  readonly kind: 'ours' | 'theirs' | 'merged';
  readonly files: Files | null;
  /** What has to be decided first. */
  readonly conflicts: readonly PlaceConflict[];
  /** Number and title, for texts. */
  readonly lesson: { readonly sequence: number; readonly title: string } | null;
}

/** How two branches go together. */
export interface MergePlan {
  readonly ours: string;
  readonly theirs: string;
  readonly source: MergeSource;
  /** Nothing of theirs is missing here, or nothing of ours there. */
  readonly short: 'nothing' | 'forward' | null;
  readonly folders: readonly FolderPlan[];
  /** Files outside the lessons that do not go together. */
  readonly elsewhere: readonly string[];
  /** What git makes of both; it holds for everything that is no lesson. Null with `short`. */
  readonly tree: string | null;
}

interface Branches {
  readonly ours: string;
  readonly theirs: string;
  readonly source: MergeSource;
}

/**
 * Finds out how two branches go together: lessons by what they mean (product §3, Sync), everything else as git merges it.
 * Changes nothing.
 *
 * @param decided What places in conflict take, by folder and key.
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
  const [here, there] = [await git.lessonTrees(ours), await git.lessonTrees(theirs)];
  const before = new Map([...(await git.lessonTrees(base)), ...(await findTaken(git, source, { since: base, until: ours }))]);
  const merged = await git.mergeTrees(ours, theirs, signal);
  const folders: FolderPlan[] = [];
  for (const folder of new Set([...here.keys(), ...there.keys()])) {
    signal?.throwIfAborted();
    const sides = { ours: here.get(folder) ?? null, theirs: there.get(folder) ?? null };
    if (sides.ours === sides.theirs) continue;
    folders.push(await planFolder(git, { ours, theirs }, { folder, base: before.get(folder) ?? null, ...sides }, decided.get(folder)));
  }
  const planned = new Set(folders.map(({ folder }) => folder));
  const elsewhere = merged.conflicts.filter((path) => !planned.has(/^lessons\/([^/]+)\//.exec(path)?.[1] ?? ''));
  return { ...plan, short: null, folders, elsewhere, tree: merged.tree };
}

/** What still has to be decided. */
export function openConflicts({ folders }: MergePlan): FolderPlan[] {
  return folders.filter(({ conflicts }) => conflicts.length > 0);
}

interface FolderTrees {
  readonly folder: string;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

async function planFolder(
  git: ContentGit,
  commits: Pick<Branches, 'ours' | 'theirs'>,
  { folder, base, ours, theirs }: FolderTrees,
  decided: Decisions = {},
): Promise<FolderPlan> {
  const plan = { folder, ours, theirs, files: null, conflicts: [], lesson: null };
  if (theirs === base) return { ...plan, kind: 'ours' };
  if (ours === base) return { ...plan, kind: 'theirs' };
  const read = async (commit: string) => (await git.readFolder(commit, `lessons/${folder}`)).files;
  const mine = await read(commits.ours);
  const other = await read(commits.theirs);
  const { files, conflicts } = mergeLessonFiles({ base: await readTree(git, base), mine, theirs: other }, decided);
  const { sequence, fields } = readLesson(mine.size > 0 ? mine : other).lesson;
  return { ...plan, kind: 'merged', files, conflicts, lesson: { sequence, title: fields.title } };
}

/** Everything in a tree that is known by its id; empty when there is none. */
async function readTree(git: ContentGit, tree: string | null): Promise<Files> {
  return tree === null ? new Map() : (await git.readFolder(tree, '')).files;
}
