import type { Platform } from '#server/platform/platform.ts';
import { commitStatusOfLesson, commitStatusOfScreens } from './commit-status.ts';

interface Place {
  readonly lesson_id: number | null;
  readonly screen_id: number | null;
}

/** Tells the pages that show these lessons and screens where their changes stand now. */
export async function announceProgress(platform: Pick<Platform, 'db' | 'live'>, places: readonly Place[]): Promise<void> {
  for (const [lessonId, ofLesson] of Map.groupBy(places, (place) => place.lesson_id)) {
    if (lessonId === null) continue;
    const topic = `lesson:${lessonId}`;
    const status = await commitStatusOfLesson(platform.db, lessonId);
    if (status) platform.live.publish(topic, { type: 'commit-status', screen_id: null, status });
    const changed = new Set(ofLesson.map((place) => place.screen_id));
    for (const [screen_id, ofScreen] of await commitStatusOfScreens(platform.db, lessonId)) {
      if (changed.has(screen_id)) platform.live.publish(topic, { type: 'commit-status', screen_id, status: ofScreen });
    }
  }
}
