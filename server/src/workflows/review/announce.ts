import type { Platform } from '#server/platform/platform.ts';

/** Tells the pages that a pull request has moved, and those of the lessons whose review moved with it. */
export function announceReview({ live }: Pick<Platform, 'live'>, releaseId: number, lessonIds: readonly number[]): void {
  live.publish('releases:all', { type: 'release-changed', release_id: releaseId });
  for (const id of lessonIds) live.publish(`lesson:${id}`, { type: 'lesson-changed' });
}
