import type { Lesson } from '#contract/lessons.ts';
import type { Actor } from '#contract/roles.ts';
import { saveLesson, type LessonSave } from './lessons.ts';
import type { Platform } from '#server/platform/platform.ts';
import { announceScreen } from './screens/write-screen.ts';
import { changeLanguage } from './screens/change-language.ts';
import type { StoredScreen } from './screen-queries.ts';

/**
 * Saves metadata. A change of language removes the old language's data from the screens, in the same transaction.
 *
 * @throws AppError as {@link saveLesson} does.
 */
export async function saveLessonWithScreens(platform: Platform, actor: Actor, id: number, input: LessonSave): Promise<Lesson> {
  const changed: StoredScreen[] = [];
  const lesson = await saveLesson(platform, actor, id, input, async (tx, language) => {
    changed.push(...(await changeLanguage(tx, platform, actor, id, language)));
  });
  for (const screen of changed) announceScreen(platform, actor, screen);
  return lesson;
}
