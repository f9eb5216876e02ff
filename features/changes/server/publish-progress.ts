import type { Platform } from '#platform/server/platform.ts';
import { commitStatusOfLesson, commitStatusOfScreens } from './commit-status.ts';
import type { ChangeSubject } from './queries.ts';

/** Notifies the pages of these lessons, screens, courses and paths of the current state of their changes. */
export async function publishProgress(platform: Pick<Platform, 'db' | 'live'>, subjects: readonly ChangeSubject[]): Promise<void> {
  for (const course_id of new Set(subjects.flatMap((subject) => subject.course_id ?? [])))
    platform.live.publish('courses:all', { type: 'course-changed', course_id });
  for (const path_id of new Set(subjects.flatMap((subject) => subject.path_id ?? [])))
    platform.live.publish('paths:all', { type: 'path-changed', path_id });
  for (const [lessonId, ofLesson] of Map.groupBy(subjects, (subject) => subject.lesson_id)) {
    if (lessonId === null) continue;
    const topic = `lesson:${lessonId}`;
    const status = await commitStatusOfLesson(platform.db, lessonId);
    if (status) platform.live.publish(topic, { type: 'commit-status', screen_id: null, status });
    const screenIds = [...new Set(ofLesson.flatMap((subject) => subject.screen_id ?? []))];
    for (const [screen_id, ofScreen] of await commitStatusOfScreens(platform.db, screenIds))
      platform.live.publish(topic, { type: 'commit-status', screen_id, status: ofScreen });
  }
}
