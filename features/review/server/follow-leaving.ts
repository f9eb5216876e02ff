import { publishLessonsChanged } from '#features/lessons/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { followReview } from './lesson-review.ts';
import { endObjectionsOfLeavers } from './pulls/pull-requests.ts';

/** Updates the status of reviews, here and in lists, after someone's access has ended: what they asked for holds up nothing. */
export async function followLeaving(platform: Pick<Platform, 'db' | 'live'>): Promise<void> {
  const ended = await platform.db.transaction().execute(async (tx) => {
    const pulls = await endObjectionsOfLeavers(tx);
    return Promise.all(pulls.map(async ({ release_id, status }) => ({ release_id, lessons: await followReview(tx, release_id, status) })));
  });
  for (const { release_id, lessons } of ended) publishLessonsChanged(platform, release_id, lessons);
}
