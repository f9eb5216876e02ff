import { listDoubtedScreens } from '#features/check-trust/server/index.ts';
import { countOpenComments } from '#features/comments/server/index.ts';
import { listCoursesOfLessons } from '#features/curricula/server/index.ts';
import { listLastBuilt } from '#features/environments/server/index.ts';
import { listReleaseLessons, type ReleaseLesson } from '#features/lesson-store/server/index.ts';
import { countErrors } from '#features/preflight/server/index.ts';
import { listReleases, type StoredRelease } from '#features/releases/server/index.ts';
import { judgeTests } from '#features/tests/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { LessonFindings, LessonReport } from '../contract.ts';

type Deps = Pick<Platform, 'db'>;

/** Judging tests reads whole screens: so many lessons at a time are in memory. */
const AT_ONCE = 200;

/** What is known of every lesson of main and of open releases, without its findings. No code runs for it. */
export async function getLibraryReport({ db }: Deps): Promise<LessonReport[]> {
  const reported = await listReported({ db });
  const ids = reported.flatMap(({ lessons }) => lessons.map(({ id }) => id));
  const comments = await countOpenComments(db, ids);
  const built = await listLastBuilt(db, ids);
  const courses = await listCoursesOfLessons(db, ids);
  const reports: LessonReport[] = [];
  for (const { release, lessons } of reported) {
    const doubted = Map.groupBy(await listDoubtedScreens(db, release.id), ({ lesson_id }) => lesson_id);
    const tests = await judgeAll({ db }, release.id, lessons);
    reports.push(
      ...lessons.map(({ id }) => ({
        lesson_id: id,
        ...(tests.get(id) ?? { tests: 0, failing: 0, not_run: 0 }),
        doubted: doubted.get(id)?.length ?? 0,
        open_comments: comments.get(id) ?? 0,
        built_at: built.get(id)?.toISOString() ?? null,
        courses: courses.get(id) ?? [],
      })),
    );
  }
  return reports;
}

/** What preflight finds in the same lessons. It looks at no more than a few changed lessons of each release. */
export async function getLibraryFindings({ db }: Deps): Promise<LessonFindings[]> {
  const findings: LessonFindings[] = [];
  for (const { release, lessons } of await listReported({ db })) {
    const found = await countErrors({ db }, release, new Set(lessons.map(({ folder }) => folder)), null);
    findings.push(
      ...found.lessons.map(({ id, counts, is_checked }) => ({ lesson_id: id, errors: counts.error, warnings: counts.warning, is_checked })),
    );
  }
  return findings;
}

/** Main and the open releases, with their lessons that were imported. */
export async function listReported({ db }: Deps): Promise<{ release: StoredRelease; lessons: ReleaseLesson[] }[]> {
  const reported: { release: StoredRelease; lessons: ReleaseLesson[] }[] = [];
  for (const release of (await listReleases(db)).filter(({ closed_at }) => closed_at === null)) {
    const lessons = (await listReleaseLessons(db, release.id)).filter(({ is_shallow_import }) => !is_shallow_import);
    if (lessons.length > 0) reported.push({ release, lessons });
  }
  return reported;
}

async function judgeAll({ db }: Deps, releaseId: number, lessons: readonly Pick<ReleaseLesson, 'folder'>[]) {
  const folders = lessons.map(({ folder }) => folder);
  const by = new Map<number, Pick<LessonReport, 'tests' | 'failing' | 'not_run'>>();
  for (let from = 0; from < folders.length; from += AT_ONCE) {
    const judged = await judgeTests(db, releaseId, new Set(folders.slice(from, from + AT_ONCE)));
    const failing = Map.groupBy(judged.failing, ({ lesson_id }) => lesson_id);
    for (const [id, tests] of judged.total_by)
      by.set(id, { tests, failing: failing.get(id)?.length ?? 0, not_run: judged.not_run_by.get(id) ?? 0 });
  }
  return by;
}
