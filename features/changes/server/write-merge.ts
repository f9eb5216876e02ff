import { COMMITTER, type NewCommit, type Person, type PreparedCommit, type ContentGit } from '#features/git/server/index.ts';
import { folderDifferences } from './apply-change.ts';
import { mergedTrailer, pushedTrailer } from './merged-folders.ts';
import { foldersOf, openConflicts, type FolderPlan, type MergePlan } from './plan-merge.ts';

interface Signed {
  readonly branch: string;
  readonly message: string;
  readonly author?: Person;
}

/**
 * Writes the complete merge as a commit with two parents that is on no branch yet. @throws Error while conflicts are
 * open.
 */
export async function writeMerge(git: ContentGit, plan: MergePlan, signed: Signed, signal?: AbortSignal): Promise<PreparedCommit> {
  if (plan.tree === null || openConflicts(plan).length > 0 || plan.elsewhere.length > 0)
    throw new Error('This merge has unresolved conflicts.');
  const folders = new Map(
    plan.folders.flatMap((folder) => (folder.kind === 'merged' ? [] : [[folder.place, folder[folder.kind]] as const])),
  );
  const files = await filesOf(git, plan, plan.folders);
  return git.prepareCommit({ ...commitOf(plan, signed), merges: plan.theirs, tree: plan.tree, folders, ...files }, signal);
}

/**
 * Writes the folders of a blocked merge that have no open conflicts as a commit with one parent that is on no branch
 * yet; null if there are none.
 */
export async function writePartialMerge(
  git: ContentGit,
  plan: MergePlan,
  signed: Signed,
  signal?: AbortSignal,
): Promise<PreparedCommit | null> {
  const clear = plan.folders.filter(({ kind, conflicts }) => kind !== 'ours' && conflicts.length === 0);
  if (plan.tree === null || clear.length === 0) return null;
  const merged = await foldersOf(git, plan.tree);
  const folders = new Map(
    clear.map(({ place, kind, theirs }) => [place, kind === 'theirs' ? theirs : (merged.get(place) ?? null)] as const),
  );
  const trailers = clear.map(({ place, theirs }) => mergedTrailer(plan.source, place, theirs));
  const commit = commitOf(plan, { ...signed, message: `${signed.message}\n\n${trailers.join('\n')}` });
  return git.prepareCommit({ ...commit, folders, ...(await filesOf(git, plan, clear)) }, signal);
}

/**
 * Writes what only we changed onto the remote's branch, while other folders have open conflicts: they don't hold up the rest. Null: there
 * is nothing.
 */
export async function writeBesideConflicts(
  git: ContentGit,
  plan: MergePlan,
  signed: Signed,
  signal?: AbortSignal,
): Promise<{ readonly commit: PreparedCommit; readonly places: ReadonlySet<string> } | null> {
  const clear = plan.folders.filter(({ kind, ours, theirs }) => kind === 'ours' && ours !== theirs);
  if (clear.length === 0) return null;
  const trailers = clear.map(({ place, ours }) => pushedTrailer(plan.ours, place, ours));
  const commit = commitOf(plan, { ...signed, message: `${signed.message}\n\n${trailers.join('\n')}` });
  const folders = new Map(clear.map(({ place, ours }) => [place, ours]));
  const prepared = await git.prepareCommit({ ...commit, expectedHead: plan.theirs, folders, writes: new Map(), deletes: [] }, signal);
  return { commit: prepared, places: new Set(folders.keys()) };
}

function commitOf({ ours }: MergePlan, { branch, message, author = COMMITTER }: Signed): Omit<NewCommit, 'writes' | 'deletes'> {
  return { branch, expectedHead: ours, author, message, date: new Date() };
}

/** The changes that merged folders need on top of git's own merge. */
async function filesOf(
  git: ContentGit,
  { tree }: MergePlan,
  folders: readonly FolderPlan[],
): Promise<Pick<NewCommit, 'writes' | 'deletes'>> {
  const writes = new Map<string, Uint8Array>();
  const deletes: string[] = [];
  for (const { place: path, files } of folders) {
    if (files === null || tree === null) continue;
    const different = folderDifferences((await git.readFolder(tree, path)).files, files);
    for (const [file, bytes] of different.writes) writes.set(`${path}/${file}`, bytes);
    deletes.push(...(files.size === 0 ? [path] : different.deletes.map((file) => `${path}/${file}`)));
  }
  return { writes, deletes };
}
