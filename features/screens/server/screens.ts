import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { getLessonFor, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ListedScreen, Screen } from '../contract/screens.ts';
import { getScreenOf, listStoredScreens, readWordCounts, screenContentOf, type StoredScreen } from './screen-queries.ts';
import { screenNameReplies, screenReplies, screenReply } from './screen-reply.ts';

/** The screens of a lesson, in order. */
export async function listScreens(platform: Platform, actor: Actor, lessonId: number): Promise<Screen[]> {
  await getLessonFor(platform.db, actor, lessonId);
  return screenReplies(platform, lessonId);
}

/** The names and states of a lesson's screens, in order. */
export async function listScreenNames(platform: Platform, actor: Actor, lessonId: number): Promise<ListedScreen[]> {
  await getLessonFor(platform.db, actor, lessonId);
  return screenNameReplies(platform, lessonId);
}

/** The words that learners read on each screen of a lesson, in order. */
export async function listWordCounts(platform: Platform, actor: Actor, lessonId: number): Promise<{ screen_id: number; words: number }[]> {
  await getLessonFor(platform.db, actor, lessonId);
  return readWordCounts(platform.db, lessonId);
}

export async function getScreen(platform: Platform, actor: Actor, lessonId: number, screenId: number): Promise<Screen> {
  const { screen } = await getScreenFor(platform.db, actor, lessonId, screenId);
  return screenReply(platform, screen);
}

/**
 * A stored screen with its lesson, if `actor` may see it.
 *
 * @throws AppError `not_found`
 */
export async function getScreenFor(
  handle: Handle,
  actor: Actor,
  lessonId: number,
  screenId: number,
): Promise<{ screen: StoredScreen; lesson: StoredLesson }> {
  const lesson = await getLessonFor(handle, actor, lessonId);
  return { lesson, screen: await getScreenOf(handle, { lessonId, screenId }) };
}

/** The screens of a lesson in the form of its files, in order. */
export async function listScreenContents(handle: Handle, lessonId: number): Promise<ScreenContent[]> {
  return (await listStoredScreens(handle, lessonId)).map(screenContentOf);
}
