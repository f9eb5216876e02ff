import { countOpenChanges } from '#features/changes/server/index.ts';
import { screenFolders, screenTitle } from '#features/documents/rules/lesson-outline.ts';
import { CONTENT_ROOTS } from '#features/git/rules/content-roots.ts';
import type { FileEntry } from '#features/git/server/index.ts';
import { listLessonTitles } from '#features/lesson-store/server/index.ts';
import { findMainRelease, type StoredRelease, getReleaseFor } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ChangedLesson, ReleaseChanges } from '../contract.ts';
import type { LessonWarnings } from '../lesson-warnings.policy.ts';
import { numberOfFolder } from '../rules/lesson-name.ts';
import { changedParts, screenOfFile, screenOrder } from '../rules/review-files.ts';
import { compareFromCache, type BranchComparison } from './branch-state.ts';
import { describeCurricula } from './changed-curricula.ts';
import { readYamlBytes } from './commit-files.ts';
import { judgeLessons } from './judge-lessons.ts';
import { findPull } from './pulls/pull-requests.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'codeHost'>;

/** Most files that are compared. */
const FILES_MAX = 100_000;
/** Lessons read at a time. */
const READ_AT_ONCE = 4;

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
  const { warnings } = await judgeLessons(platform, release, compared, null);
  const content = await describeChanges(platform, release, compared, warnings);
  const changed = new Set(content.lessons.map(({ folder }) => folder));
  const same = (await listLessonTitles(platform.db, releaseId)).filter(({ folder }) => !changed.has(folder));
  return {
    ...content,
    same: same
      .map(({ id, sequence, title }) => ({ lesson_id: id, sequence, title }))
      .toSorted((a, b) => a.sequence - b.sequence || a.lesson_id - b.lesson_id),
    unpushed,
    is_drafts: release.drafts_of !== null,
  };
}

/**
 * The lessons, courses and paths that differ between two commits, with what differs in them.
 *
 * @param warnings By folder; absent: they are published, or not to be.
 */
export async function describeChanges(
  { db, git }: Deps,
  release: StoredRelease,
  { base, head }: Pick<BranchComparison, 'base' | 'head'>,
  warnings: ReadonlyMap<string, LessonWarnings> = new Map(),
): Promise<Pick<ReleaseChanges, 'lessons' | 'curricula' | 'other_files'>> {
  const changed = await git.history.listChangedFiles({ before: base, after: head, place: {} });
  const lessons = new Map<string, string[]>();
  let other_files = 0;
  for (const path of changed.slice(0, FILES_MAX).flatMap(({ path, from }) => (from === null ? [path] : [path, from]))) {
    const [, root = '', folder = '', below = ''] = /^([^/]+)\/([^/]+)\/(.+)$/.exec(path) ?? [];
    if (root === 'lessons') lessons.set(folder, [...(lessons.get(folder) ?? []), below]);
    else if (!CONTENT_ROOTS.some((each) => each === root)) other_files++;
  }
  const own = await rowsByFolder(db, release.id);
  const published = await rowsByFolder(db, (await findMainRelease(db))?.id);
  const described: ChangedLesson[] = [];
  await inParallel([...lessons], READ_AT_ONCE, async ([folder, paths]) => {
    const row = own.get(folder) ?? published.get(folder);
    described.push({
      folder,
      sequence: row?.sequence ?? numberOfFolder(folder),
      title: row?.title ?? '',
      lesson_id: own.get(folder)?.id ?? null,
      files: paths.length,
      parts: changedParts(paths),
      warnings: warnings.get(folder) ?? null,
      ...(await describeLesson(git, folder, paths, { base, head })),
    });
  });
  return {
    lessons: described.toSorted((a, b) => (a.sequence ?? Infinity) - (b.sequence ?? Infinity) || a.folder.localeCompare(b.folder)),
    curricula: await describeCurricula({ db, git }, release, { base, head }),
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

function changeBetween(wasThere: boolean, isThere: boolean): ChangedLesson['change'] {
  return isThere ? (wasThere ? 'changed' : 'added') : 'deleted';
}

async function rowsByFolder(db: Deps['db'], releaseId: number | undefined) {
  return new Map((releaseId === undefined ? [] : await listLessonTitles(db, releaseId)).map((row) => [row.folder, row]));
}
