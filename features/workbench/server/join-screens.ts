import type { Quote } from '#features/comments/contract.ts';
import { moveComments } from '#features/comments/server/index.ts';
import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { readWholeLesson, writeWholeLesson } from '#features/history/server/index.ts';
import { dataFileContent, findAliasClash, type LessonFileRow, nameInCode } from '#features/lesson-files/server/index.ts';
import { hasOpenProposal } from '#features/proposals/server/index.ts';
import { currentSave } from '#features/revisions/server/index.ts';
import {
  arrangedReplies,
  getScreenOf,
  listStoredScreens,
  screenContentOf,
  screenSummary,
  type StoredScreen,
} from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { JoinableScreen } from '../rules/join-screens.ts';
import { withReferences } from '../rules/references.ts';
import { type Arranged, publishRearranged, type ScreenParams, TOO_EXPENSIVE, type ShownScreens } from './arranged.ts';

/** Errors, for authors. */
const MESSAGES = {
  last: 'This is the last screen of the lesson. Choose one that another screen follows.',
  proposals: (sequence: number) => `Screen ${sequence} has proposals that wait. Accept or decline them, then join the screens.`,
  files: (one: string, other: string, name: string) =>
    `The data files “${one}” and “${other}” are on one of the screens each, and code opens both as “${name}”. Give one of them another name in code, then join the screens.`,
} as const;

interface JoinedScreens extends Arranged {
  keptScreenId: number;
}

/**
 * Joins a screen with the one after it: one of them stays, with the texts, the code and the comments of both, and the other goes to the
 * trash. What referred to it refers to the one that stays.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only or the screens can't be one
 */
export async function joinWithNext(
  platform: Platform,
  actor: Actor,
  { lessonId, screenId }: ScreenParams,
  wanted: ShownScreens,
): Promise<JoinedScreens> {
  let done: Omit<JoinedScreens, 'screens'> | undefined;
  await writeWholeLesson(platform, actor, lessonId, async (tx, lesson) => {
    const { first, second } = await pairAt(tx, lessonId, screenId);
    const joined = await requireTextTask('joinScreens', [joinable(first), joinable(second)], TOO_EXPENSIVE);
    if ('refused' in joined) throw refused(joined.refused);
    const [kept, gone] = joined.kept === 'first' ? [first, second] : [second, first];
    if (await hasOpenProposal(tx, gone.id)) throw refused(MESSAGES.proposals(gone.sequence));
    const { fields } = joined.screen;
    const now = await readWholeLesson(tx, lesson);
    const screenAfter = (screen: ScreenContent) =>
      screen.uuid === kept.uuid ? joined.screen : { ...screen, fields: withReferences(screen.fields, gone.uuid, kept.uuid) };
    return {
      ...now,
      screens: now.screens.filter(({ uuid }) => uuid !== gone.uuid).map(screenAfter),
      files: filesAfter(now.files, gone.folder, kept.folder),
      summary: screenSummary('Join', { sequence: first.sequence, fields }, lesson),
      audit: { action: 'screen.join', subject: `screen:${kept.id}`, details: { removed: gone.id } },
      afterwards: async () => {
        const quotesAfter = (quotes: (Quote | null)[]) =>
          requireTextTask('quotesAfterJoin', [quotes, second.fields, fields], TOO_EXPENSIVE);
        // The texts of the first screen are where they were.
        if (kept === second) await moveComments(tx, kept.id, kept.id, quotesAfter);
        const comments = await moveComments(tx, gone.id, kept.id, gone === second ? quotesAfter : (quotes) => quotes);
        done = { keptScreenId: kept.id, undo: { save: await currentSave(tx), comments } };
      },
    };
  });
  if (!done) throw new Error('The screens were not joined.');
  publishRearranged(platform, lessonId, [done.keptScreenId]);
  return { screens: await arrangedReplies(platform, lessonId, wanted), ...done };
}

function joinable(screen: StoredScreen): JoinableScreen {
  return { ...screenContentOf(screen), sequence: screen.sequence };
}

async function pairAt(tx: Tx, lessonId: number, screenId: number): Promise<{ first: StoredScreen; second: StoredScreen }> {
  const first = await getScreenOf(tx, { lessonId, screenId });
  const second = (await listStoredScreens(tx, lessonId)).find(({ sequence }) => sequence === first.sequence + 1);
  if (!second) throw refused(MESSAGES.last);
  return { first, second };
}

/** Files of the removed screen are files of the one that stays. @throws AppError `refused` if code would open two of them by one name */
function filesAfter(files: readonly LessonFileRow[], gone: string, kept: string): LessonFileRow[] {
  const after = files.map((file): LessonFileRow => {
    if (file.kind !== 'data') return file;
    const { screens } = dataFileContent(file);
    if (!screens.includes(gone)) return file;
    return { ...file, settings: { ...file.settings, screens: [...new Set(screens.map((folder) => (folder === gone ? kept : folder)))] } };
  });
  const data = after.filter(({ kind }) => kind === 'data').map(dataFileContent);
  for (const file of after.filter((each, index) => each !== files[index]).map(dataFileContent)) {
    const clash = findAliasClash(file, data);
    if (clash) throw refused(MESSAGES.files(file.file_name, clash.file_name, nameInCode(file)));
  }
  return after;
}
