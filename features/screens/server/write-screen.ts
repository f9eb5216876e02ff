/** Writes a changed screen, with its revision, its change for git and its audit entry, in one transaction. */

import { z } from 'zod';
import { recordAudit } from '#features/audit/server/index.ts';
import { recordChange } from '#features/changes/server/index.ts';
import { reconcileDependencies } from '#features/environments/server/index.ts';
import {
  getLessonToEdit,
  type EditableLesson,
  publishLessonSaved,
  storeLesson,
  touchLesson,
  type StoredLesson,
} from '#features/lesson-store/server/index.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { turnsCustomOn } from '#features/packages/packages.policy.ts';
import { recordRevision } from '#features/revisions/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import { defineQueue } from '#platform/server/jobs.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ScreenFields } from '../contract/screens.ts';
import { requireRoom } from './require-room.ts';
import {
  findScreen,
  hasOtherCustomCheck,
  listScreenPositions,
  type ScreenAttached,
  screenContentOf,
  screenHash,
  type StoredScreen,
  updateScreen,
} from './screen-queries.ts';

/** Sent with every save of a code screen, for workers that check it. */
export const screenSavedQueue = defineQueue({
  name: 'look-at-saved-screen',
  schema: z.object({ screen_id: z.number().int() }),
  policy: 'singleton',
  isForAll: true,
  concurrency: 2,
});

export interface ScreenAddress {
  lessonId: number;
  screenId: number;
}

/** The result of editing a screen. */
export interface Edited {
  /** Only if it changes: the first title names it (save-screen.ts). */
  folder?: string;
  fields: ScreenFields;
  attached: ScreenAttached;
  message: string | null;
  summary: string;
  /** A uuid: saves with the same one share a commit. */
  batch?: string;
  /** The uuid of the bulk edit that this save is part of: it shares its commit and its audit entry. */
  bulkEdit?: string;
}

/**
 * Every write to a screen goes through here: lock the lesson, let `edit` decide, store the result with its revision,
 * its queued change and its audit entry, all or nothing. An edit that changes nothing stores nothing. The first custom check of a
 * lesson turns its custom checking on.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only; `too_large` if it would hold too much; and what `edit` throws.
 */
export async function writeScreen(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  edit: (tx: Tx, screen: StoredScreen, lesson: EditableLesson) => Promise<Edited>,
): Promise<StoredScreen & { hasTurnedOnChecks: boolean }> {
  const { screen, isSaved, lessonRevision } = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonToEdit(tx, actor, address.lessonId);
    const before = await getScreenOf(tx, address);
    const stored = await storeScreen(tx, platform, actor, lesson, before, await edit(tx, before, lesson));
    const revision =
      stored && (await turnsChecksOn(tx, lesson.fields, before, stored.fields.custom_check_code))
        ? await turnOnCustomChecks(tx, platform, actor, lesson.id)
        : null;
    return { screen: stored ?? before, isSaved: stored !== null, lessonRevision: revision };
  });
  if (isSaved) publishScreenSaved(platform, actor, screen);
  if (lessonRevision !== null) publishLessonSaved(platform, actor, address.lessonId, lessonRevision);
  return { ...screen, hasTurnedOnChecks: lessonRevision !== null };
}

/** Whether a custom check of a screen, saved or only tried, is the first of its lesson and turns custom checking on. */
export async function turnsChecksOn(handle: Handle, lesson: LessonFields, screen: StoredScreen, code: string): Promise<boolean> {
  const edit = { before: screen.fields.custom_check_code, after: code, isFirst: true };
  return turnsCustomOn(lesson, edit) && turnsCustomOn(lesson, { ...edit, isFirst: !(await hasOtherCustomCheck(handle, screen)) });
}

/** Turns custom checking of a locked lesson on. Returns the lesson's revision, or null if nothing changed. */
async function turnOnCustomChecks(tx: Tx, platform: Pick<Platform, 'jobs'>, actor: Actor, lessonId: number): Promise<number | null> {
  // The lesson's row changed with its screen.
  const lesson = await getLessonToEdit(tx, actor, lessonId);
  const fields = { ...lesson.fields, custom_check_enabled: true };
  const next = reconcileDependencies(lesson, { fields, packages: lesson.attached.packages });
  const summary = `Turn on custom answer checking of lesson ${lesson.sequence}: ${fields.title}`;
  return storeLesson(tx, platform, actor, lesson, { ...next, message: null, summary });
}

/**
 * Stores a screen of a locked lesson. Returns it, or null if nothing changed. Call {@link
 * publishScreenSaved} after the transaction.
 */
export async function storeScreen(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  actor: Actor,
  lesson: EditableLesson,
  screen: StoredScreen,
  edited: Edited,
): Promise<StoredScreen | null> {
  const folder = edited.folder ?? screen.folder;
  const next: StoredScreen = { ...screen, folder, fields: edited.fields, attached: edited.attached, updated_by: actor.id };
  next.content_hash = screenHash(screenContentOf(next));
  if (next.content_hash === screen.content_hash) return null;
  next.revision = screen.revision + 1;
  next.updated_at = await updateScreen(tx, screen.id, next);
  if (lengthOf(next) > lengthOf(screen)) await requireRoom(tx, lesson.id);
  await recordRevision(
    tx,
    { screen_id: screen.id },
    { revision: next.revision, fields: next.fields, message: edited.message, saved_by: actor.id },
  );
  const hashes = (await listScreenPositions(tx, lesson.id)).map(({ content_hash }) => content_hash);
  await touchLesson(tx, actor, lesson, hashes);
  await recordChange(tx, platform, {
    release_id: lesson.release_id,
    lesson_id: lesson.id,
    screen_id: screen.id,
    actor,
    message: edited.message,
    summary: edited.summary,
    batch: edited.bulkEdit ?? edited.batch ?? null,
    content: { folder: lesson.folder, screens: { [screen.uuid]: screenContentOf(next) } },
  });
  if (edited.bulkEdit === undefined)
    await recordAudit(tx, { actor, action: 'screen.save', subject: `screen:${screen.id}`, details: { revision: next.revision } });
  if (next.fields.type === 'code')
    await platform.jobs.send(tx, screenSavedQueue, { screen_id: screen.id }, { singletonKey: String(screen.id) });
  return next;
}

function lengthOf({ fields, attached }: StoredScreen): number {
  return JSON.stringify(fields).length + JSON.stringify(attached).length;
}

/** Notifies the pages of the lesson of a saved screen, after its transaction is committed. */
export function publishScreenSaved(platform: Pick<Platform, 'live'>, actor: Actor, screen: StoredScreen): void {
  platform.live.publish(`lesson:${screen.lesson_id}`, {
    type: 'saved',
    screen_id: screen.id,
    revision: screen.revision,
    by: actor.name,
  });
}

/** @throws AppError `not_found` if this lesson has no such screen. */
export async function getScreenOf(tx: Tx, { lessonId, screenId }: ScreenAddress): Promise<StoredScreen> {
  const screen = await findScreen(tx, screenId);
  if (!screen || screen.lesson_id !== lessonId) throw notFound('screen');
  return screen;
}

/** `Update screen 3 of lesson 12: Title` */
export function screenSummary(verb: string, screen: Pick<StoredScreen, 'sequence' | 'fields'>, lesson: StoredLesson): string {
  const title = screen.fields.title === '' ? '' : `: ${screen.fields.title}`;
  return `${verb} screen ${screen.sequence} of lesson ${lesson.sequence}${title}`;
}
