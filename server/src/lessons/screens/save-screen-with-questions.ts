import type { Actor } from '#contract/roles.ts';
import type { screenRoutes, Screen } from '#contract/screens.ts';
import type { RouteInputOf } from '#contract/route.ts';
import type { Platform } from '#server/platform/platform.ts';
import { replaceQuestions } from './replace-questions.ts';
import { saveScreen } from './save-screen.ts';

type ScreenSave = RouteInputOf<typeof screenRoutes.saveScreen>;

/**
 * Saves a screen and, if given, its multiple choice questions, in one revision and one commit.
 *
 * @throws AppError as saving a screen does; `invalid` for a question or a skill of another screen.
 */
export async function saveScreenWithQuestions(
  platform: Platform,
  actor: Actor,
  address: ScreenSave['params'],
  { multipleChoiceQuestions: questions, ...input }: ScreenSave['body'],
): Promise<Screen> {
  return saveScreen(platform, actor, address, input, questions && ((tx, stored) => replaceQuestions(tx, actor, stored, questions)));
}
