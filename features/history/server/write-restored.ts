import { type AuditAction, recordAudit } from '#features/audit/server/index.ts';
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
  screenSavedQueue,
  type StoredScreen,
} from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { listScreenFoldersByUuid } from './queries.ts';

/** Everything of a lesson. */
export interface WholeLesson {
  readonly fields: LessonFields;
  readonly attached: StoredLesson['attached'];
  /** A new one has an empty folder, and gets one. */
  readonly screens: readonly ScreenContent[];
  readonly files: readonly LessonFileRow[];
}

/** A lesson as it is to be, and what is recorded about it. */
interface WrittenLesson extends WholeLesson {
  /** The first line of the commit message. */
  readonly summary: string;
  readonly audit: { readonly action: AuditAction; readonly subject?: string; readonly details: Record<string, unknown> };
  /** Runs last in the transaction, with the screens as they are stored then. */
  readonly afterwards?: (screens: readonly StoredScreen[]) => Promise<void>;
}

/** Everything of a lesson as it is now. */
export async function readWholeLesson(tx: Tx, { id, fields, attached }: StoredLesson): Promise<WholeLesson> {
  return { fields, attached, screens: await listScreenContents(tx, id), files: await listLessonFiles(tx, id) };
}

/** Another screen may have its folder now. A new one gets a folder that none of `used` had. */
function withFreeFolder(content: ScreenContent, others: readonly ScreenContent[], used: Iterable<string> = []): ScreenContent {
  const { folder, fields } = content;
  const taken = others.map((other) => other.folder);
  return folder === '' || taken.includes(folder) ? { ...content, folder: screenFolder(fields.title, [...taken, ...used]) } : content;
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

/** What is recorded of a lesson that is restored as a whole. */
export function restoredLesson(
  sequence: number,
  title: string,
  details: Record<string, unknown>,
): Pick<WrittenLesson, 'summary' | 'audit'> {
  return { summary: `Restore lesson ${sequence}: ${title}`, audit: { action: 'lesson.save', details } };
}

/** Writes everything of a lesson in one save and one commit. `read` runs in the transaction. */
export async function writeWholeLesson(
  platform: Platform,
  actor: Actor,
  id: number,
  read: (tx: Tx, lesson: StoredLesson) => Promise<WrittenLesson>,
): Promise<void> {
  const releaseId = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonToEdit(tx, actor, id);
    const { fields, attached, screens: wanted, files, summary, audit, afterwards } = await read(tx, lesson);
    requireAllowed(actor, lesson.fields, fields);
    const screens: ScreenContent[] = [];
    const folders = [...(await listScreenFoldersByUuid(tx, id)).values(), ...wanted.map(({ folder }) => folder)];
    for (const content of wanted) screens.push(withFreeFolder(content, screens, folders));
    const before = await readWholeLesson(tx, lesson);
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
      summary,
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
    await recordAudit(tx, { actor, subject: `lesson:${id}`, ...audit });
    const saved = await listStoredScreens(tx, id);
    await sendSaved(tx, platform, before.screens, saved);
    await afterwards?.(saved);
    return lesson.release_id;
  });
  publishContentChanged(platform, releaseId, [id]);
}

/** For workers that check saved code screens. */
async function sendSaved(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  before: readonly ScreenContent[],
  saved: readonly StoredScreen[],
): Promise<void> {
  const known = new Set(before.map(screenHash));
  for (const { id, fields, content_hash } of saved)
    if (fields.type === 'code' && !known.has(content_hash))
      await platform.jobs.send(tx, screenSavedQueue, { screen_id: id }, { singletonKey: String(id) });
}
