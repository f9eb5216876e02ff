import { moveComments, moveTheseComments } from '#features/comments/server/index.ts';
import { undoSave } from '#features/history/server/index.ts';
import { arrangedReplies } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import { quoteBeforeJoin } from '../rules/joined-quotes.ts';
import { type Arranged, publishRearranged, type ShownScreens } from './arranged.ts';

/**
 * Undoes a join or a split in one save: all of it, or nothing.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only, or one of the screens has changed since
 */
export async function undoScreens(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  { save, comments }: Arranged['undo'],
  wanted: ShownScreens,
): Promise<Arranged['screens']> {
  const changed: number[] = [];
  await undoSave(platform, actor, lessonId, save, async (tx, { revived, removed, stored }) => {
    const [again] = revived;
    if (again) await moveTheseComments(tx, lessonId, comments, again.id, (quote) => quoteBeforeJoin(quote, again.fields));
    for (const gone of removed) {
      // The one below has its text again; what was written on the upper one since goes there, too.
      const below = stored.find(({ sequence }) => sequence === gone.sequence);
      if (below) await moveComments(tx, gone.id, below.id, (quotes) => quotes);
    }
    changed.push(...stored.map(({ id }) => id));
  });
  publishRearranged(platform, lessonId, changed);
  return arrangedReplies(platform, lessonId, wanted);
}
