import { countOpenChanges } from '#features/changes/server/index.ts';
import { curriculumTitle, screenFolders, screenTitle } from '#features/documents/rules/lesson-outline.ts';
import type { FileEntry } from '#features/git/server/index.ts';
import { listLessonTitles } from '#features/lesson-store/server/index.ts';
import { findMainRelease, type StoredRelease, getReleaseFor } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ChangedCurriculum, ChangedLesson, ReleaseChanges } from '../contract.ts';
import { changedParts, screenOfFile, screenOrder } from '../rules/review-files.ts';
import { compareFromCache, type BranchComparison } from './branch-state.ts';
import { readYamlBytes } from './commit-files.ts';
import { findPull } from './pulls/pull-requests.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'codeHost'>;

/** Most files that are compared. */
const FILES_MAX = 100_000;
/** Lessons read at a time. */
const READ_AT_ONCE = 4;

const CURRICULA = { courses: { kind: 'course', file: 'course.yaml' }, paths: { kind: 'path', file: 'path.yaml' } } as const;

/**
 * Returns what a review of a release includes, and which of its lessons it doesn't include.
 * @throws AppError `not_found`; `unavailable` if the branch doesn't exist.
 */
export async function getReleaseChanges(platform: Deps, actor: Actor, releaseId: number): Promise<ReleaseChanges> {
  const release = await getReleaseFor(platform.db, actor, releaseId);
  // Counted before the commits are read: with 0, they include every save, and pages stop asking.
  const unpushed = await countOpenChanges(platform.db, releaseId);
  const pull = await findPull(platform.db, releaseId);
  const compared = await compareFromCache(platform, release, pull?.state === 'open' ? pull : undefined);
  const content = await describeChanges(platform, release, compared);
  const changed = new Set(content.lessons.map(({ folder }) => folder));
  const same = (await listLessonTitles(platform.db, releaseId)).filter(({ folder }) => !changed.has(folder));
  return {
    ...content,
    same: same
      .map(({ id, sequence, title }) => ({ lesson_id: id, sequence, title }))
      .toSorted((a, b) => a.sequence - b.sequence || a.lesson_id - b.lesson_id),
    unpushed,
  };
}

/** The lessons, courses and paths that differ between two commits, with what differs in them. */
export async function describeChanges(
  { db, git }: Deps,
  release: StoredRelease,
  { base, head }: Pick<BranchComparison, 'base' | 'head'>,
): Promise<Pick<ReleaseChanges, 'lessons' | 'curricula' | 'other_files'>> {
  const changed = await git.history.listChangedFiles({ before: base, after: head, place: {} });
  const lessons = new Map<string, string[]>();
  const curricula = new Map<string, ChangedCurriculum>();
  let other_files = 0;
  for (const path of changed.slice(0, FILES_MAX).flatMap(({ path, from }) => (from === null ? [path] : [path, from]))) {
    const [, root = '', folder = '', below = ''] = /^([^/]+)\/([^/]+)\/(.+)$/.exec(path) ?? [];
    if (root === 'lessons') lessons.set(folder, [...(lessons.get(folder) ?? []), below]);
    else if (root === 'courses' || root === 'paths')
      curricula.set(`${root}/${folder}`, await describeCurriculum(git, root, folder, { base, head }));
    else other_files++;
  }
  const own = await rowsByFolder(db, release.id);
  const published = await rowsByFolder(db, (await findMainRelease(db))?.id);
  const described: ChangedLesson[] = [];
  await inParallel([...lessons], READ_AT_ONCE, async ([folder, paths]) => {
    const row = own.get(folder) ?? published.get(folder);
    described.push({
      folder,
      sequence: row?.sequence ?? sequenceOf(folder),
      title: row?.title ?? '',
      lesson_id: own.get(folder)?.id ?? null,
      files: paths.length,
      parts: changedParts(paths),
      ...(await describeLesson(git, folder, paths, { base, head })),
    });
  });
  return {
    lessons: described.toSorted((a, b) => (a.sequence ?? Infinity) - (b.sequence ?? Infinity) || a.folder.localeCompare(b.folder)),
    curricula: [...curricula.values()].toSorted((a, b) => a.kind.localeCompare(b.kind) || a.folder.localeCompare(b.folder)),
    other_files,
  };
}

/** The screens of a lesson on one side of a comparison. */
interface Side {
  readonly files: readonly FileEntry[];
  readonly screens: readonly string[];
}

/** The screens of a lesson in a commit, in order. */
export async function readScreenFolders(git: Deps['git'], commit: string, folder: string): Promise<Side> {
  const files = await git.listFiles(commit, `lessons/${folder}`);
  const present = [...new Set(files.flatMap(({ path }) => (path.startsWith('screens/') ? (screenOfFile(path) ?? []) : [])))];
  return { files, screens: screenFolders(await readYamlBytes(git, files, 'lesson.yaml'), present) };
}

async function describeLesson(
  git: Deps['git'],
  folder: string,
  paths: readonly string[],
  { base, head }: Pick<BranchComparison, 'base' | 'head'>,
): Promise<Pick<ChangedLesson, 'change' | 'screens'>> {
  const before = await readScreenFolders(git, base, folder);
  const after = await readScreenFolders(git, head, folder);
  // Recorded output alone is no change that a reviewer reads.
  const changed = new Set(paths.flatMap((path) => (path.startsWith('screens/') ? (screenOfFile(path) ?? []) : [])));
  const screens = screenOrder(before.screens, after.screens).filter((screen) => changed.has(screen));
  return {
    change: changeBetween(before.files.length > 0, after.files.length > 0),
    screens: await Promise.all(
      screens.map(async (screen) => {
        const at = after.screens.indexOf(screen);
        const side = at < 0 ? before : after;
        return {
          folder: screen,
          number: at < 0 ? null : at + 1,
          title: screenTitle(await readYamlBytes(git, side.files, `screens/${screen}/screen.yaml`)),
          change: changeBetween(before.screens.includes(screen), at >= 0),
        };
      }),
    ),
  };
}

async function describeCurriculum(
  git: Deps['git'],
  root: keyof typeof CURRICULA,
  folder: string,
  { base, head }: Pick<BranchComparison, 'base' | 'head'>,
): Promise<ChangedCurriculum> {
  const { kind, file } = CURRICULA[root];
  const before = await git.listFiles(base, `${root}/${folder}`);
  const after = await git.listFiles(head, `${root}/${folder}`);
  const yaml = (await readYamlBytes(git, after, file)) ?? (await readYamlBytes(git, before, file));
  return {
    kind,
    folder,
    title: yaml === null ? '' : curriculumTitle(yaml),
    change: changeBetween(before.length > 0, after.length > 0),
  };
}

function changeBetween(wasThere: boolean, isThere: boolean): ChangedLesson['change'] {
  return isThere ? (wasThere ? 'changed' : 'added') : 'deleted';
}

async function rowsByFolder(db: Deps['db'], releaseId: number | undefined) {
  return new Map((releaseId === undefined ? [] : await listLessonTitles(db, releaseId)).map((row) => [row.folder, row]));
}

/** A folder name starts with the lesson's number. */
function sequenceOf(folder: string): number | null {
  const number = /^0*(\d{1,9})(?:-|$)/.exec(folder)?.[1];
  return number === undefined ? null : Number(number);
}
