import { screenLabel } from '#features/content-model/rules/screen-label.ts';
import { listStoredScreens, type StoredScreen } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './messages.ts';
import { listPartsOfSave, type Owner, readParts, type SavedPart } from './queries.ts';
import { fileOf, screenContent, screenOf, toFile } from './version-files.ts';
import { readWholeLesson, writeWholeLesson } from './write-restored.ts';

/** The screens that an undo takes out of the trash, and those that it puts there. */
interface UndoneScreens {
  readonly revived: readonly StoredScreen[];
  /** As they were. */
  readonly removed: readonly StoredScreen[];
  /** All that the lesson has now. */
  readonly stored: readonly StoredScreen[];
}

/**
 * Writes the parts of a lesson that a save changed as they were before it, as a new save. `afterwards` runs last in its
 * transaction.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only, or a part has changed since
 */
export async function undoSave(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  save: string,
  afterwards: (tx: Tx, screens: UndoneScreens) => Promise<void>,
): Promise<void> {
  const owner: Owner = { kind: 'lesson', id: lessonId };
  await writeWholeLesson(platform, actor, lessonId, async (tx, lesson) => {
    const saved = await listPartsOfSave(tx, owner, save);
    if (saved.length === 0) throw notFound('save');
    const changed = saved.find(({ is_newest }) => !is_newest);
    if (changed) throw refused(MESSAGES.changedSince(nameOf(changed)));
    const parts = saved.map(({ part }) => part);
    const at = Math.min(...saved.map(({ id }) => id)) - 1;
    const earlier = await readParts(tx, owner, { at, parts: ['', ...parts] });
    const now = await readWholeLesson(tx, lesson);
    const known = new Map(now.screens.map((screen) => [screen.uuid, screen]));
    const order = earlier.get('')?.screen_order ?? [...known.keys()];
    const screens = order.flatMap((uuid) => {
      const row = earlier.get(`screen:${uuid}`);
      return row ? screenContent(row, uuid, row.folder ?? '') : (known.get(uuid) ?? []);
    });
    const isSaved = new Set(parts);
    const files = now.files.filter(({ kind, file_name }) => !isSaved.has(`${kind}:${file_name}`));
    const removed = (await listStoredScreens(tx, lessonId)).filter(({ uuid }) => !order.includes(uuid));
    return {
      ...now,
      screens,
      files: [...files, ...[...earlier.values()].flatMap((row) => toFile(row) ?? [])],
      summary: `Undo a change of the screens of lesson ${lesson.sequence}: ${lesson.fields.title}`,
      audit: { action: 'lesson.undo', details: { save } },
      afterwards: (stored) => afterwards(tx, { stored, removed, revived: stored.filter(({ uuid }) => !known.has(uuid)) }),
    };
  });
}

function nameOf({ part, title, sequence }: SavedPart): string {
  if (screenOf(part) !== null) return sequence === null ? 'The removed screen' : screenLabel({ sequence, title });
  return fileOf(part) === null ? 'The order of the screens, or a setting of the lesson,' : title;
}
