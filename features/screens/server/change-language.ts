import { randomUUID } from 'node:crypto';
import { getLessonToEdit } from '#features/lesson-store/server/index.ts';
import { canCheckCustom, isTerminal, type Language } from '#platform/contract/languages.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { screenSummary, storeScreen } from './save-screen.ts';
import { listStoredScreens, type StoredScreen } from './screen-queries.ts';

interface LanguageChange {
  readonly from: Language | null;
  readonly to: Language | null;
}

/**
 * Removes the old language's data from a lesson's screens, and returns the changed ones. Their revisions keep it, and
 * one commit contains all changes. Call `publishScreenSaved` for each after the transaction.
 */
export async function changeLanguage(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  actor: Actor,
  lessonId: number,
  change: LanguageChange,
): Promise<StoredScreen[]> {
  const changed: StoredScreen[] = [];
  const batch = randomUUID();
  for (const screen of await listStoredScreens(tx, lessonId)) {
    // Read again: each stored screen changes the hash of the lesson.
    const lesson = await getLessonToEdit(tx, actor, lessonId);
    const stored = await storeScreen(tx, platform, actor, lesson, screen, {
      ...inLanguage(screen, change),
      message: null,
      batch,
      summary: screenSummary('Change the language of', screen, lesson),
    });
    if (stored) changed.push(stored);
  }
  return changed;
}

/**
 * Recorded results of the answer, the code that runs around it, and assertions in the old language are removed. The
 * author's code stays, to be rewritten, apart from setup code of a terminal; so does custom checking, which is Python in every language that offers it.
 */
function inLanguage({ fields, attached }: StoredScreen, { from, to }: LanguageChange): Pick<StoredScreen, 'fields' | 'attached'> {
  return {
    fields: {
      ...fields,
      check_output: false,
      format_code_run: '',
      // A script of a terminal, or code that would run unseen before that of the screen.
      setup_code: isTerminal(from) === isTerminal(to) ? fields.setup_code : '',
      legacy_check_code: '',
      unit_test_framework: null,
      unit_test_module: '',
      custom_check_code: canCheckCustom(to) ? fields.custom_check_code : '',
    },
    attached: { ...attached, answer_output: null, answer_variables: [] },
  };
}
