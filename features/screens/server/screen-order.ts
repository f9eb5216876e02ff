import { randomUUID } from 'node:crypto';
import { recordAudit } from '#features/audit/server/index.ts';
import { recordChange } from '#features/changes/server/index.ts';
import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { screenFolder } from '#features/documents/rules/folder-name.ts';
import { getLessonToEdit, type EditableLesson, touchLesson } from '#features/lesson-store/server/index.ts';
import { recordRevision } from '#features/revisions/server/index.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  emptyScreenFields,
  type ListedScreen,
  type Screen,
  type ScreenFields,
  type ScreenTemplate,
  type ScreenType,
} from '../contract/screens.ts';
import { templateScreens } from '../rules/template-screens.ts';
import { requireRoom } from './require-room.ts';
import { screenSummary } from './save-screen.ts';
import {
  emptyAttached,
  findScreen,
  getScreenOf,
  insertScreen,
  insertScreens,
  listFolders,
  listScreenPositions,
  markScreenDeleted,
  type ScreenAddress,
  type ScreenAttached,
  screenContentOf,
  screenHash,
  shiftScreens,
  splitScreenContent,
  type StoredScreen,
} from './screen-queries.ts';
import { arrangedReplies, type WantedScreens } from './screen-reply.ts';

export interface CreatedScreen {
  screens: Screen[] | ListedScreen[];
  newScreenId: number;
}

interface NewScreens {
  sequence: number;
  type?: ScreenType | undefined;
  /** Instead of one empty screen. */
  template?: ScreenTemplate | undefined;
}

/**
 * Creates a screen, or those of a template, at `sequence`; later ones move down. A number beyond the end means the end.
 *
 * @throws AppError `refused` if the lesson is read-only.
 */
export async function createScreen(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  { sequence, type, template }: NewScreens,
  wanted: WantedScreens,
): Promise<CreatedScreen> {
  const made = template ? templateScreens(template) : [emptyScreenFields(type)];
  const [newScreenId = 0] = await platform.db.transaction().execute((tx) => addNewScreens(tx, platform, actor, lessonId, made, sequence));
  publishScreensChanged(platform, lessonId);
  return { screens: await arrangedReplies(platform, lessonId, wanted), newScreenId };
}

/** Adds the first screens to a lesson that is created in the same transaction: those of a template, or an empty one. Returns their ids. */
export async function addFirstScreens(
  tx: Tx,
  platform: Platform,
  actor: Actor,
  lessonId: number,
  template: ScreenTemplate | undefined,
): Promise<number[]> {
  return addNewScreens(tx, platform, actor, lessonId, template ? templateScreens(template) : [emptyScreenFields()], 1);
}

async function addNewScreens(
  tx: Tx,
  platform: Platform,
  actor: Actor,
  lessonId: number,
  screens: readonly ScreenFields[],
  sequence: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, fields] of screens.entries()) {
    // Its content hash changes with each screen.
    const lesson = await getLessonToEdit(tx, actor, lessonId);
    const { id } = await insertFilled(tx, platform, actor, lesson, { fields, attached: emptyAttached() }, sequence + index, 'Create');
    ids.push(id);
  }
  return ids;
}

/**
 * Copies a screen and inserts the copy after it.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only.
 */
export async function duplicateScreen(platform: Platform, actor: Actor, screenId: number, wanted: WantedScreens): Promise<CreatedScreen> {
  const original = await findScreen(platform.db, screenId);
  if (!original) throw notFound('screen');
  const newScreenId = await addScreenToLesson(platform, actor, original.lesson_id, async (tx, lesson) => {
    const { fields, attached, sequence } = await getScreenOf(tx, { lessonId: lesson.id, screenId });
    const id = await placeScreen(tx, actor, lesson, sequence + 1, { fields: { ...fields, title: copyTitle(fields.title) }, attached });
    return { id, verb: 'Duplicate' };
  });
  return { screens: await arrangedReplies(platform, original.lesson_id, wanted), newScreenId };
}

const COPY = ' (copy)';

/** A title that tells a copy from its original; without one, and where there is no room for it, it stays. */
function copyTitle(title: string): string {
  return title === '' || title.length + COPY.length > LIMITS.titleMax ? title : title + COPY;
}

/**
 * Deletes a screen and closes the gap. Returns the remaining screens.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only.
 */
export async function deleteScreen(
  platform: Platform,
  actor: Actor,
  { lessonId, screenId }: ScreenAddress,
  wanted: WantedScreens,
): Promise<CreatedScreen['screens']> {
  await platform.db
    .transaction()
    .execute(async (tx) => removeScreen(tx, platform, actor, await getLessonToEdit(tx, actor, lessonId), screenId));
  publishScreensChanged(platform, lessonId);
  return arrangedReplies(platform, lessonId, wanted);
}

/** Deletes a screen in a transaction. Call {@link publishScreensChanged} afterwards. @throws AppError `not_found` */
export async function removeScreen(tx: Tx, platform: Platform, actor: Actor, lesson: EditableLesson, screenId: number): Promise<void> {
  const screen = await getScreenOf(tx, { lessonId: lesson.id, screenId });
  await markScreenDeleted(tx, screenId, actor.id);
  await shiftScreens(tx, lesson.id, screen.sequence, -1);
  await recordScreenOrder(tx, platform, actor, lesson, screen, 'Delete', null);
}

/** Inserts a screen with its content in a transaction. Call {@link publishScreensChanged} afterwards. */
export async function insertFilled(
  tx: Tx,
  platform: Platform,
  actor: Actor,
  lesson: EditableLesson,
  screen: Pick<StoredScreen, 'fields' | 'attached'>,
  sequence: number,
  verb: 'Create' | 'Copy',
): Promise<StoredScreen> {
  const screenId = await placeScreen(tx, actor, lesson, sequence, screen);
  const stored = await getScreenOf(tx, { lessonId: lesson.id, screenId });
  await recordScreenOrder(tx, platform, actor, lesson, stored, verb, screenContentOf(stored));
  return stored;
}

/** Adds complete screens, copied or read from git, to a lesson, starting at `first`; the numbers must be free. */
export async function addScreens(
  tx: Tx,
  lessonId: number,
  screens: readonly ScreenContent[],
  actor: Actor | null,
  first = 1,
): Promise<void> {
  for (const [index, content] of screens.entries()) {
    await storeScreen(tx, actor, { ...splitScreenContent(content), lesson_id: lessonId, sequence: first + index });
  }
}

/** Adds the screens of many lessons at once, without their revisions: call `recordFirstRevisions` afterwards. */
export async function addScreensOfMany(
  tx: Tx,
  lessons: readonly { lesson_id: number; screens: readonly ScreenContent[]; hashes: readonly string[]; actor: Actor | null }[],
): Promise<void> {
  const rows = lessons.flatMap(({ lesson_id, screens, hashes, actor }) =>
    screens.map((content, index) => ({
      ...splitScreenContent(content),
      lesson_id,
      sequence: index + 1,
      content_hash: hashes[index] ?? screenHash(content),
      updated_by: actor?.id ?? null,
    })),
  );
  await insertScreens(tx, rows);
}

/** What a change of the order says in commit messages, and in lower case in the audit trail. */
type ScreenVerb = 'Create' | 'Copy' | 'Duplicate' | 'Restore' | 'Move' | 'Delete';

/** Adds a screen to a lesson or restores it: stores it, queues its change, and notifies the pages of the lesson. Returns its id. */
export async function addScreenToLesson(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  make: (tx: Tx, lesson: EditableLesson) => Promise<{ id: number; verb: ScreenVerb }>,
): Promise<number> {
  const newScreenId = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonToEdit(tx, actor, lessonId);
    const { id, verb } = await make(tx, lesson);
    const screen = await getScreenOf(tx, { lessonId, screenId: id });
    await recordScreenOrder(tx, platform, actor, lesson, screen, verb, screenContentOf(screen));
    return id;
  });
  publishScreensChanged(platform, lessonId);
  return newScreenId;
}

/**
 * Queues the current order of the screens for git, with the new content of `screen` (null: deleted; undefined: the
 * order only), in the transaction that changed it. Call {@link publishScreensChanged} afterwards.
 *
 * @throws AppError `too_large` if the lesson would hold too much
 */
export async function recordScreenOrder(
  tx: Tx,
  platform: Platform,
  actor: Actor,
  lesson: EditableLesson,
  screen: StoredScreen,
  verb: ScreenVerb,
  content: ScreenContent | null | undefined,
): Promise<void> {
  if (content) await requireRoom(tx, lesson.id);
  const screens = await listScreenPositions(tx, lesson.id);
  await touchLesson(
    tx,
    actor,
    lesson,
    screens.map((each) => each.content_hash),
  );
  await recordChange(tx, platform, {
    release_id: lesson.release_id,
    lesson_id: lesson.id,
    screen_id: screen.id,
    actor,
    message: null,
    summary: screenSummary(verb, screen, lesson),
    content: {
      folder: lesson.folder,
      screen_order: screens.map((each) => each.uuid),
      ...(content !== undefined && { screens: { [screen.uuid]: content } }),
    },
  });
  const action = `screen.${verb.toLowerCase() as Lowercase<ScreenVerb>}` as const;
  await recordAudit(tx, { actor, action, subject: `screen:${screen.id}`, details: { lesson: lesson.id } });
}

async function placeScreen(
  tx: Tx,
  actor: Actor,
  lesson: EditableLesson,
  wanted: number,
  screen: Pick<StoredScreen, 'fields' | 'attached'>,
): Promise<number> {
  const count = (await listScreenPositions(tx, lesson.id)).length;
  const sequence = Math.min(wanted, count + 1);
  const folder = screenFolder(screen.fields.title, await listFolders(tx, lesson.id));
  await shiftScreens(tx, lesson.id, sequence, 1);
  return storeScreen(tx, actor, { ...screen, uuid: randomUUID(), folder, lesson_id: lesson.id, sequence });
}

async function storeScreen(
  tx: Tx,
  actor: Actor | null,
  screen: Pick<StoredScreen, 'uuid' | 'folder' | 'fields' | 'lesson_id' | 'sequence'> & { attached: ScreenAttached },
): Promise<number> {
  const by = actor?.id ?? null;
  const id = await insertScreen(tx, { ...screen, content_hash: screenHash(screenContentOf(screen)), updated_by: by });
  await recordRevision(tx, { screen_id: id }, { revision: 1, fields: screen.fields, message: null, saved_by: by });
  return id;
}

/** Notifies the pages of the lesson of what {@link recordScreenOrder} recorded, after it is committed. */
export function publishScreensChanged(platform: Platform, lessonId: number): void {
  platform.live.publish(`lesson:${lessonId}`, { type: 'screens-changed' });
}
