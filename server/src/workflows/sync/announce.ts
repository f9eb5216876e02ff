import type { Platform } from '#server/platform/platform.ts';

/** Tells the pages of lessons, and of releases, that there is something new to ask for. */
export function announceLessons({ live }: Pick<Platform, 'live'>, releaseId: number, lessonIds: readonly number[]): void {
  for (const id of lessonIds) {
    live.publish(`lesson:${id}`, { type: 'lesson-changed' });
    live.publish(`lesson:${id}`, { type: 'screens-changed' });
  }
  live.publish('releases:all', { type: 'release-changed', release_id: releaseId });
}
