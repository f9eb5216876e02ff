import { randomUUID } from 'node:crypto';
import { moveComments } from '#features/comments/server/index.ts';
import { readScreenAttached } from '#features/content-model/rules/content-documents.ts';
import { readWholeLesson, writeWholeLesson } from '#features/history/server/index.ts';
import { currentSave } from '#features/revisions/server/index.ts';
import { arrangedReplies, getScreenOf, screenSummary } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import { type Arranged, publishRearranged, type ScreenParams, TOO_EXPENSIVE, type ShownScreens } from './arranged.ts';

interface SplitScreens extends Arranged {
  newScreenId: number;
}

/**
 * Splits the text of a screen before the block with a line. What is before it becomes a new screen above, with the comments on it;
 * everything else stays.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only or the text can't be split there
 */
export async function splitAtLine(
  platform: Platform,
  actor: Actor,
  address: ScreenParams,
  line: number,
  wanted: ShownScreens,
): Promise<SplitScreens> {
  const { lessonId, screenId } = address;
  let done: Omit<SplitScreens, 'screens'> | undefined;
  await writeWholeLesson(platform, actor, lessonId, async (tx, lesson) => {
    const screen = await getScreenOf(tx, address);
    const parts = await requireTextTask('splitScreen', [screen.fields, line], TOO_EXPENSIVE);
    if ('refused' in parts) throw refused(parts.refused);
    const uuid = randomUUID();
    const above = { ...readScreenAttached({}), uuid, folder: '', fields: parts.above };
    const now = await readWholeLesson(tx, lesson);
    return {
      ...now,
      screens: now.screens.flatMap((each) => (each.uuid === screen.uuid ? [above, { ...each, fields: parts.below }] : each)),
      summary: screenSummary('Split', screen, lesson),
      audit: { action: 'screen.split', subject: `screen:${screenId}`, details: {} },
      afterwards: async (screens) => {
        const newScreenId = screens.find((each) => each.uuid === uuid)?.id;
        if (newScreenId === undefined) throw new Error('The new screen was not stored.');
        const { body_markdown } = screen.fields;
        const comments = await moveComments(tx, screenId, newScreenId, (quotes) =>
          requireTextTask('quotesAfterSplit', [quotes, body_markdown, parts.cut], TOO_EXPENSIVE),
        );
        done = { newScreenId, undo: { save: await currentSave(tx), comments } };
      },
    };
  });
  if (!done) throw new Error('The screen was not split.');
  publishRearranged(platform, lessonId, [screenId, done.newScreenId]);
  return { screens: await arrangedReplies(platform, lessonId, wanted), ...done };
}
