import { COURSE_FORMAT, type CurriculumFormat, PATH_FORMAT } from '#content/curriculum-files.ts';
import type { Files } from '#content/lesson-content.ts';
import { mergeCourseFiles, mergePathFiles } from '#content/merge-curriculum.ts';
import { mergeLessonFiles } from '#content/merge-lesson-files.ts';
import type { Decisions, KeyedConflict } from '#content/merge-lesson.ts';
import { readLesson } from '#content/read-lesson.ts';
import { CONTENT_ROOTS, type ContentGit, type ContentRoot } from '#server/platform/git/content-git.ts';
import { findMergedTrees, type MergeSource } from './merged-folders.ts';

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

interface Subject {
  readonly sequence: number;
  readonly title: string;
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
  const before = new Map([...(await foldersOf(git, base)), ...(await findMergedTrees(git, source, { since: base, until: ours }))]);
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

const MERGERS = { lessons: mergeLessonFiles, courses: mergeCourseFiles, paths: mergePathFiles } as const;

const SUBJECTS: Readonly<Record<ContentRoot, (files: Files) => Subject>> = {
  lessons: (files) => {
    const { sequence, fields } = readLesson(files).lesson;
    return { sequence, title: fields.title };
  },
  courses: (files) => curriculumSubject(COURSE_FORMAT, files),
  paths: (files) => curriculumSubject(PATH_FORMAT, files),
};

function curriculumSubject(format: CurriculumFormat, files: Files): Subject {
  const { sequence, fields } = format.read(files).content;
  return { sequence, title: fields.name };
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
  const { files, conflicts } = MERGERS[root]({ base: await readTree(git, base), mine, theirs: other }, decided);
  return { ...plan, kind: 'merged', files, conflicts, subject: SUBJECTS[root](mine.size > 0 ? mine : other) };
}

/** Reads a whole tree by its id; empty if it doesn't exist. */
async function readTree(git: ContentGit, tree: string | null): Promise<Files> {
  return tree === null ? new Map() : (await git.readFolder(tree, '')).files;
}
