import { listDoubtedScreens } from '#features/check-trust/server/index.ts';
import { listReleaseLessons } from '#features/lesson-store/server/index.ts';
import { countErrors } from '#features/preflight/server/index.ts';
import { listReleases, type StoredRelease } from '#features/releases/server/index.ts';
import { judgeTests } from '#features/tests/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { LessonReport } from '../contract.ts';
import { countOfLessons } from './queries.ts';

type Deps = Pick<Platform, 'db'>;

/** Judging tests reads whole screens: so many lessons at a time are in memory. */
const AT_ONCE = 200;

/** What is known of every lesson of main and of open releases. No code runs for it, and preflight looks at no more than a few changed lessons. */
export async function getLibraryReport(deps: Deps): Promise<LessonReport[]> {
  const releases = (await listReleases(deps.db)).filter(({ closed_at }) => closed_at === null);
  const reports: LessonReport[] = [];
  for (const release of releases) reports.push(...(await reportOfRelease(deps, release)));
  return reports;
}

async function reportOfRelease({ db }: Deps, release: StoredRelease): Promise<LessonReport[]> {
  const lessons = (await listReleaseLessons(db, release.id)).filter(({ is_shallow_import }) => !is_shallow_import);
  if (lessons.length === 0) return [];
  const folders = lessons.map(({ folder }) => folder);
  const found = new Map((await countErrors({ db }, release, new Set(folders), null)).lessons.map((lesson) => [lesson.id, lesson]));
  const doubted = Map.groupBy(await listDoubtedScreens(db, release.id), ({ lesson_id }) => lesson_id);
  const counts = await countOfLessons(db, release.id);
  const tests = await judgeAll({ db }, release.id, folders);
  return lessons.map(({ id }) => ({
    lesson_id: id,
    errors: found.get(id)?.counts.error ?? 0,
    warnings: found.get(id)?.counts.warning ?? 0,
    is_checked: found.get(id)?.is_checked ?? false,
    ...(tests.get(id) ?? { tests: 0, failing: 0, not_run: 0 }),
    doubted: doubted.get(id)?.length ?? 0,
    open_comments: counts.get(id)?.open_comments ?? 0,
    built_at: counts.get(id)?.built_at?.toISOString() ?? null,
    courses: counts.get(id)?.courses ?? [],
  }));
}

async function judgeAll({ db }: Deps, releaseId: number, folders: readonly string[]) {
  const by = new Map<number, Pick<LessonReport, 'tests' | 'failing' | 'not_run'>>();
  for (let from = 0; from < folders.length; from += AT_ONCE) {
    const judged = await judgeTests(db, releaseId, new Set(folders.slice(from, from + AT_ONCE)));
    const failing = Map.groupBy(judged.failing, ({ lesson_id }) => lesson_id);
    for (const [id, tests] of judged.total_by)
      by.set(id, { tests, failing: failing.get(id)?.length ?? 0, not_run: judged.not_run_by.get(id) ?? 0 });
  }
  return by;
}
