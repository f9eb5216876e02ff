import type { CurriculumContent } from '#features/content-model/rules/curriculum-content.ts';
import { courseProblems, type NumberedName, pathProblems } from '#features/curricula/rules/curriculum-problems.ts';
import { CURRICULUM_KINDS, type CurriculumKind, namesInRelease } from '#features/curricula/server/index.ts';
import type { StoredRelease } from '#features/releases/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ChangedCurriculum, CurriculumDiff } from '../changed-curriculum.policy.ts';
import { diffCurriculum } from '../rules/diff-curriculum.ts';
import type { BranchComparison } from './branch-state.ts';

type Deps = Pick<Platform, 'db' | 'git'>;
type Compared = Pick<BranchComparison, 'base' | 'head'>;

interface Sides {
  readonly folder: string;
  /** Null: that side doesn't have it. */
  readonly before: CurriculumContent | null;
  readonly after: CurriculumContent | null;
}

/** The courses and paths that differ between two commits, with what their learners would stumble over. Courses come first. */
export async function describeCurricula({ db, git }: Deps, release: StoredRelease, { base, head }: Compared): Promise<ChangedCurriculum[]> {
  const all: (Sides & { readonly kind: CurriculumKind })[] = [];
  for (const kind of CURRICULUM_KINDS) all.push(...(await readChanged(git, kind, { base, head })).map((sides) => ({ kind, ...sides })));
  const contents = all.flatMap(({ after }) => after ?? []);
  const names = { lessons: await lessonNames(db, release, contents), courses: await courseNames(db, release, contents) };
  return all.map(({ kind, folder, before, after }) => ({
    kind: kind.name,
    folder,
    title: (after ?? before)?.fields.name ?? '',
    change: after ? (before ? 'changed' : 'added') : 'deleted',
    problems: after ? problemsOf(after, names) : [],
  }));
}

/** What a release changes in one course or path, given by its folder from the root of the repository; null: it can't be read. */
export async function diffCurriculumAt(
  { db, git }: Deps,
  release: StoredRelease,
  place: string,
  compared: Compared,
): Promise<CurriculumDiff | null> {
  const [root, folder = ''] = place.split('/');
  const kind = CURRICULUM_KINDS.find((each) => each.root === root);
  if (!kind) return null;
  const { before, after } = await readSides(git, kind, folder, compared);
  if (!before && !after) return null;
  const contents = [before, after].flatMap((content) => content ?? []);
  const names = [...(await lessonNames(db, release, contents)), ...(await courseNames(db, release, contents))];
  return diffCurriculum(before, after, new Map(names.map(([number, { title }]) => [number, title])));
}

/** The courses or paths that differ. Read once: a page that is open asks again and again. */
async function readChanged(git: Deps['git'], kind: CurriculumKind, { base, head }: Compared): Promise<readonly Sides[]> {
  return git.cache.read(`changed ${kind.root}`, [base, head], async () => {
    const changed = await git.changedFolders(kind.root, base, head);
    return Promise.all(changed.toSorted().map((folder) => readSides(git, kind, folder, { base, head })));
  });
}

async function readSides(git: Deps['git'], kind: CurriculumKind, folder: string, { base, head }: Compared): Promise<Sides> {
  const read = async (commit: string) => {
    const { files } = await git.readFolder(commit, `${kind.root}/${folder}`);
    return files.has(kind.file) ? kind.read(files).content : null;
  };
  return { folder, before: await read(base), after: await read(head) };
}

function problemsOf(content: CurriculumContent, names: Record<'lessons' | 'courses', ReadonlyMap<number, NumberedName>>) {
  return 'lessons' in content ? courseProblems(content, names.lessons) : pathProblems(content, names.courses);
}

function lessonNames(db: Deps['db'], { id }: StoredRelease, contents: readonly CurriculumContent[]) {
  return namesInRelease(db, id, 'lessons', unique(contents.flatMap((content) => ('lessons' in content ? content.lessons : []))));
}

function courseNames(db: Deps['db'], { id }: StoredRelease, contents: readonly CurriculumContent[]) {
  const numbers = contents.flatMap((content) => ('steps' in content ? content.steps.flatMap(({ courses }) => courses) : []));
  return namesInRelease(db, id, 'courses', unique(numbers));
}

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)];
}
