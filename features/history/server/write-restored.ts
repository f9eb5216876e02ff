import { recordAudit } from '#features/audit/server/index.ts';
import { recordChange } from '#features/changes/server/index.ts';
import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { screenFolder } from '#features/documents/rules/folder-name.ts';
import { fileBlobs, type LessonFileRow, listLessonFiles, pathOfFile, setLessonFiles } from '#features/lesson-files/server/index.ts';
import {
  findLessonForUpdate,
  getLessonToEdit,
  lessonContentOf,
  replaceLesson,
  requireAllowed,
  type StoredLesson,
} from '#features/lesson-store/server/index.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { publishContentChanged } from '#features/lessons/server/index.ts';
import {
  addScreenToLesson,
  listScreenContents,
  listStoredScreens,
  replaceScreens,
  reviveScreens,
  screenHash,
} from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';

/** Everything of a lesson at an earlier time. */
interface EarlierLesson {
  readonly fields: LessonFields;
  readonly attached: StoredLesson['attached'];
  readonly screens: readonly ScreenContent[];
  readonly files: readonly LessonFileRow[];
}

/** Another screen may have its folder now. */
function withFreeFolder(content: ScreenContent, others: readonly ScreenContent[]): ScreenContent {
  const { folder, fields } = content;
  const taken = others.map((other) => other.folder);
  return folder === '' || taken.includes(folder) ? { ...content, folder: screenFolder(fields.title, taken) } : content;
}

/** Restores a screen that was deleted, at the end of its lesson. `read` runs in the transaction. Returns its id. */
export async function reviveScreen(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  uuid: string,
  read: (tx: Tx) => Promise<ScreenContent>,
): Promise<number> {
  const newScreenId = await addScreenToLesson(platform, actor, lessonId, async (tx, lesson) => {
    const content = await read(tx);
    const present = await listScreenContents(tx, lesson.id);
    await reviveScreens(tx, actor, lesson.id, [uuid]);
    await replaceScreens(tx, lesson.id, [...present, withFreeFolder(content, present)], actor);
    const id = (await listStoredScreens(tx, lesson.id)).find((screen) => screen.uuid === uuid)?.id;
    if (id === undefined) throw notFound('screen');
    return { id, verb: 'Restore' };
  });
  return newScreenId;
}

/**
 * Writes everything of a lesson as it was, in one save and one commit. `read` runs in the transaction.
 *
 * @param details For the audit trail.
 */
export async function writeEarlierLesson(
  platform: Platform,
  actor: Actor,
  id: number,
  details: Record<string, unknown>,
  read: (tx: Tx, lesson: StoredLesson) => Promise<EarlierLesson>,
): Promise<void> {
  const releaseId = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonToEdit(tx, actor, id);
    const { fields, attached, screens: wanted, files } = await read(tx, lesson);
    requireAllowed(actor, lesson.fields, fields);
    const screens: ScreenContent[] = [];
    for (const content of wanted) screens.push(withFreeFolder(content, screens));
    const before = { screens: await listScreenContents(tx, id), files: await listLessonFiles(tx, id) };
    await replaceLesson(tx, lesson, {
      uuid: lesson.uuid,
      sequence: lesson.sequence,
      fields,
      attached,
      screens: screens.map(screenHash),
      files,
      actor,
    });
    const present = new Set(before.screens.map(({ uuid }) => uuid));
    await reviveScreens(
      tx,
      actor,
      id,
      screens.map(({ uuid }) => uuid).filter((uuid) => !present.has(uuid)),
    );
    await replaceScreens(tx, id, screens, actor);
    await setLessonFiles(tx, id, files);
    const stored = await findLessonForUpdate(tx, id);
    if (!stored) throw notFound('lesson');
    const kept = new Set(files.map(pathOfFile));
    await recordChange(tx, platform, {
      release_id: lesson.release_id,
      lesson_id: id,
      actor,
      message: null,
      summary: `Restore lesson ${lesson.sequence}: ${fields.title}`,
      content: {
        folder: lesson.folder,
        lesson: await lessonContentOf(tx, stored),
        screen_order: screens.map(({ uuid }) => uuid),
        screens: {
          ...Object.fromEntries(before.screens.map(({ uuid }) => [uuid, null])),
          ...Object.fromEntries(screens.map((screen) => [screen.uuid, screen])),
        },
        files: {
          ...Object.fromEntries(
            before.files
              .map(pathOfFile)
              .filter((path) => !kept.has(path))
              .map((path) => [path, null]),
          ),
          ...fileBlobs(files),
        },
      },
    });
    await recordAudit(tx, { actor, action: 'lesson.save', subject: `lesson:${id}`, details });
    return lesson.release_id;
  });
  publishContentChanged(platform, releaseId, [id]);
}
