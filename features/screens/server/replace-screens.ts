import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { recordRevision } from '#features/revisions/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { addScreens } from './screen-order.ts';
import { listStoredScreens, markScreenDeleted, screenHash, setScreenSequence, splitScreenContent, updateScreen } from './screen-queries.ts';

/**
 * Sets the screens of a lesson as read from git, or by `actor`: known uuids keep their id and get a new revision if they differ, new
 * ones are added, missing ones go to the trash.
 */
export async function replaceScreens(
  tx: Tx,
  lessonId: number,
  screens: readonly ScreenContent[],
  actor: Actor | null = null,
): Promise<void> {
  const by = actor?.id ?? null;
  const stored = new Map((await listStoredScreens(tx, lessonId)).map((screen) => [screen.uuid, screen]));
  for (const [index, content] of screens.entries()) {
    const known = stored.get(content.uuid);
    stored.delete(content.uuid);
    if (!known) {
      await addScreens(tx, lessonId, [content], actor, index + 1);
      continue;
    }
    if (known.sequence !== index + 1) await setScreenSequence(tx, known.id, index + 1);
    const next = { ...known, ...splitScreenContent(content) };
    const content_hash = screenHash(content);
    if (content_hash === known.content_hash) continue;
    const revision = known.revision + 1;
    await updateScreen(tx, known.id, { ...next, content_hash, revision, updated_by: by });
    await recordRevision(tx, { screen_id: known.id }, { revision, fields: next.fields, message: null, saved_by: by });
  }
  for (const gone of stored.values()) await markScreenDeleted(tx, gone.id, by);
}
