import { countOpenChanges } from '#features/changes/server/index.ts';
import { listLessonTitles } from '#features/lesson-store/server/index.ts';
import { findMainRelease, type StoredRelease, getReleaseFor } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ChangedLesson, ReleaseChanges } from '../contract/pull-requests.ts';
import type { LessonWarnings } from '../lesson-warnings.policy.ts';
import { numberOfFolder } from '../rules/lesson-name.ts';
import { compareFromCache, type BranchComparison } from './branch-state.ts';
import { describeCurricula } from './changed-curricula.ts';
import { readChangedLessons } from './changed-lessons.ts';
import { judgeLessons } from './judge-lessons.ts';
import { findPull } from './pulls/pull-requests.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'codeHost'>;

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
  const changed = await readChangedLessons(git, { base, head });
  const own = await rowsByFolder(db, release.id);
  const published = await rowsByFolder(db, (await findMainRelease(db))?.id);
  const lessons = changed.lessons.map((lesson): ChangedLesson => {
    const { folder } = lesson;
    const row = own.get(folder) ?? published.get(folder);
    return {
      ...lesson,
      sequence: row?.sequence ?? numberOfFolder(folder),
      title: row?.title ?? '',
      lesson_id: own.get(folder)?.id ?? null,
      warnings: warnings.get(folder) ?? null,
    };
  });
  return {
    lessons: lessons.toSorted((a, b) => (a.sequence ?? Infinity) - (b.sequence ?? Infinity) || a.folder.localeCompare(b.folder)),
    curricula: await describeCurricula({ db, git }, release, { base, head }),
    other_files: changed.other_files,
  };
}

async function rowsByFolder(db: Deps['db'], releaseId: number | undefined) {
  return new Map((releaseId === undefined ? [] : await listLessonTitles(db, releaseId)).map((row) => [row.folder, row]));
}
