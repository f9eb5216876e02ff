import { listReleaseLessons } from '#features/lesson-store/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';

type Live = Pick<Platform, 'live'>;

/** Notifies the pages of lessons that their state (a review, a commit, an error) has changed, and the releases page. */
export function publishLessonsChanged({ live }: Live, releaseId: number, lessonIds: readonly number[]): void {
  for (const id of lessonIds) live.publish(`lesson:${id}`, { type: 'lesson-changed' });
  live.publish('releases:all', { type: 'release-changed', release_id: releaseId });
}

/** {@link publishLessonsChanged}, and that the lessons' screens have changed. */
export function publishContentChanged({ live }: Live, releaseId: number, lessonIds: readonly number[]): void {
  publishLessonsChanged({ live }, releaseId, lessonIds);
  for (const id of lessonIds) live.publish(`lesson:${id}`, { type: 'screens-changed' });
}

/** {@link publishContentChanged} for every lesson of a release, and its courses and paths, after a change of its branch. */
export async function publishReleaseChanged({ db, live }: Pick<Platform, 'db' | 'live'>, releaseId: number): Promise<void> {
  const lessons = await listReleaseLessons(db, releaseId);
  publishContentChanged(
    { live },
    releaseId,
    lessons.map(({ id }) => id),
  );
  live.publish('courses:all', { type: 'course-changed', course_id: null });
  live.publish('paths:all', { type: 'path-changed', path_id: null });
}
