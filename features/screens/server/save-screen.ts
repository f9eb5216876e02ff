/**
 * Saves what an author changed on a screen: its fields and questions, the recorded output, or the checked variables. Every write to a
 * screen goes through `writeScreen`.
 */

import { z } from 'zod';
import { auditEntry } from '#features/audit/server/index.ts';
import { joinStretch, recordChange } from '#features/changes/server/index.ts';
import { SCREEN_FIELDS } from '#features/content-model/rules/field-documents.ts';
import { screenFolder } from '#features/documents/rules/folder-name.ts';
import { reconcileDependencies } from '#features/environments/server/index.ts';
import { listLessonFiles } from '#features/lesson-files/server/index.ts';
import {
  getLessonToEdit,
  type EditableLesson,
  publishLessonSaved,
  lessonTouched,
  storeLesson,
  type StoredLesson,
} from '#features/lesson-store/server/index.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { turnsCustomOn } from '#features/packages/packages.policy.ts';
import { mergeSave, revisionInsert } from '#features/revisions/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { writeTogether } from '#platform/server/database/write-together.ts';
import { invalid } from '#platform/server/errors.ts';
import { defineQueue } from '#platform/server/jobs.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { AnswerOutput, AnswerVariable, SavedScreen, Screen, ScreenFields } from '../contract/screens.ts';
import { findStart } from '../rules/start-code.ts';
import { replaceQuestions, type GivenQuestion } from './replace-questions.ts';
import { requireSize } from './require-room.ts';
import {
  getScreenOf,
  hasOtherCustomCheck,
  listFolders,
  listScreenFields,
  type ScreenAddress,
  type ScreenAttached,
  screenContentOf,
  screenHash,
  type StoredScreen,
  updateScreenOf,
} from './screen-queries.ts';
import { screenReply } from './screen-reply.ts';

/** Sent with every save of a code screen, for workers that check it. */
export const screenSavedQueue = defineQueue({
  name: 'look-at-saved-screen',
  schema: z.object({ screen_id: z.number().int() }),
  policy: 'singleton',
  isForAll: true,
  concurrency: 2,
});

type ScreenSave = { [K in keyof ScreenFields]?: ScreenFields[K] | undefined } & {
  multipleChoiceQuestions?: readonly GivenQuestion[] | undefined;
  revision?: number | undefined;
  saveMessage?: string | undefined;
  automatic?: boolean | undefined;
};

/**
 * Saves a screen and, if given, its multiple choice questions, in one revision and one commit. Omitted fields stay as
 * they are; a stale save is merged by field and by line.
 *
 * @throws AppError `conflict` with both sides; `refused` if the lesson is read-only; `invalid` for a question or a skill
 * of another screen, or a screen that this one can't start from, unless the save is automatic.
 * @param alongside Runs first in the transaction of the save, with the lesson locked.
 */
export async function saveScreen(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  input: ScreenSave,
  alongside?: (tx: Tx, stored: StoredScreen, lesson: EditableLesson) => Promise<void>,
): Promise<SavedScreen> {
  const { revision, saveMessage, automatic = false, multipleChoiceQuestions: questions, ...fields } = input;
  const defined = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<ScreenFields>;
  const screen = await writeScreen(platform, actor, address, async (tx, stored, lesson) => {
    await alongside?.(tx, stored, lesson);
    // Preflight reports a start that disappeared since it was chosen; refusing it would hold up every later automatic save.
    if (!automatic && defined.starts_from && defined.starts_from !== stored.fields.starts_from)
      await requireStart(tx, lesson, stored, defined.starts_from);
    const merged = await mergeSave(tx, { screen_id: stored.id }, SCREEN_FIELDS, revision, defined, stored);
    return {
      folder: await folderAfterTitle(tx, stored, merged.title),
      fields: merged,
      attached: questions ? await replaceQuestions(tx, actor, stored, questions) : stored.attached,
      message: saveMessage || null,
      by: automatic ? 'itself' : 'hand',
      summary: screenSummary('Update', { ...stored, fields: merged }, lesson),
    };
  });
  return { ...(await screenReply(platform, screen)), has_turned_on_checks: screen.hasTurnedOnChecks };
}

/** @throws AppError `invalid` if a screen can't start from this one. */
async function requireStart(
  tx: Tx,
  lesson: Pick<StoredLesson, 'id' | 'fields'>,
  { uuid }: StoredScreen,
  startsFrom: string,
): Promise<void> {
  if (lesson.fields.language === null) throw invalid([{ path: 'starts_from', message: NO_START['no language'] }]);
  const found = findStart(await listScreenFields(tx, lesson.id), uuid, startsFrom);
  if (typeof found === 'string') throw invalid([{ path: 'starts_from', message: NO_START[found] }]);
}

const NO_START = {
  missing: 'The lesson has no such screen. Choose an earlier code screen of this lesson to start from.',
  later: 'A screen can only start from an earlier one. Choose a screen before this one.',
  'no code': 'That screen has no code to start from. Choose a code screen.',
  'no language': 'The lesson has no language, so no screen has code to start from. Choose its language first.',
} as const;

/** Stores the answer's recorded output, and whether output is checked. */
export async function saveOutput(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  { check_output, ...output }: AnswerOutput & { check_output: boolean },
): Promise<Screen> {
  const screen = await writeScreen(platform, actor, address, async (_tx, stored, lesson) => ({
    fields: { ...stored.fields, check_output },
    attached: { ...stored.attached, answer_output: output },
    message: null,
    summary: screenSummary('Record the output of', stored, lesson),
  }));
  return screenReply(platform, screen);
}

/** Stores which variables are compared. One without a value keeps the stored value, so scripts may send names only. */
export async function saveVariables(
  platform: Platform,
  actor: Actor,
  address: ScreenAddress,
  variables: readonly AnswerVariable[],
): Promise<Screen> {
  const screen = await writeScreen(platform, actor, address, async (_tx, stored, lesson) => {
    const known = new Map(stored.attached.answer_variables.map((variable) => [variable.name, variable]));
    const unique = new Map(variables.map((variable) => [variable.name, { ...known.get(variable.name), ...variable }]));
    return {
      fields: stored.fields,
      attached: { ...stored.attached, answer_variables: [...unique.values()] },
      message: null,
      summary: screenSummary('Select the checked variables of', stored, lesson),
    };
  });
  return screenReply(platform, screen);
}

/** Folder names that screenFolder gives to screens without a title. */
const UNNAMED = /^screen(-\d+)?$/;

/**
 * Returns a screen's folder after its title became `title`. A screen is named once, but most are created without a
 * title: the first title names the folder, and later ones don't change it. A folder that a data file refers to stays as
 * well.
 */
export async function folderAfterTitle(tx: Tx, screen: StoredScreen, title: string): Promise<string> {
  if (screen.fields.title !== '' || title === '' || !UNNAMED.test(screen.folder)) return screen.folder;
  const files = await listLessonFiles(tx, screen.lesson_id);
  if (files.some(({ settings }) => Array.isArray(settings['screens']) && settings['screens'].includes(screen.folder))) return screen.folder;
  return screenFolder(title, await listFolders(tx, screen.lesson_id));
}

/** The result of editing a screen. */
export interface Edited {
  /** Only if it changes: the first title names it ({@link folderAfterTitle}). */
  folder?: string;
  fields: ScreenFields;
  attached: ScreenAttached;
  message: string | null;
  summary: string;
  /** What was typed is saved by itself, or by hand: it shares a commit with the author's automatic saves before. Absent: anything else. */
  by?: 'itself' | 'hand';
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
  return (
    turnsCustomOn(lesson, edit) &&
    turnsCustomOn(lesson, { ...edit, isFirst: !(await hasOtherCustomCheck(handle, screen.lesson_id, [screen.id])) })
  );
}

/**
 * Turns custom checking of a locked lesson on if its first custom checks are those of screens that were added. Returns the lesson's revision, or
 * null if nothing changed.
 */
export async function turnOnAddedChecks(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  actor: Actor,
  lesson: Pick<StoredLesson, 'id' | 'fields'>,
  added: readonly { readonly id: number; readonly custom_check_code: string }[],
): Promise<number | null> {
  const after = added.map(({ custom_check_code }) => custom_check_code).join('');
  if (!turnsCustomOn(lesson.fields, { before: '', after, isFirst: true })) return null;
  const ids = added.map(({ id }) => id);
  return (await hasOtherCustomCheck(tx, lesson.id, ids)) ? null : turnOnCustomChecks(tx, platform, actor, lesson.id);
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
  const isAutomatic = edited.by === 'itself' && edited.message === null;
  const stretch = edited.by ? await joinStretch(tx, { lesson_id: lesson.id, screen_id: screen.id, actor, isAutomatic }) : null;
  // One deed for each screen of a stretch: a page saves itself hundreds of times a day.
  const isDeed = edited.bulkEdit === undefined && (!isAutomatic || stretch?.isFirst);
  const { updated_at, hashes, size } = await updateScreenOf(tx, screen, next, lengthOf(next) > lengthOf(screen));
  next.updated_at = updated_at;
  if (size) requireSize(size);
  const revision = { revision: next.revision, fields: next.fields, message: edited.message, saved_by: actor.id };
  const audited = { actor, action: 'screen.save', subject: `screen:${screen.id}`, details: { revision: next.revision } } as const;
  await writeTogether(tx, [
    revisionInsert(tx, { screen_id: screen.id }, revision),
    lessonTouched(tx, actor, lesson, hashes),
    ...(isDeed ? [auditEntry(tx, audited)] : []),
  ]);
  await recordChange(tx, platform, {
    release_id: lesson.release_id,
    lesson_id: lesson.id,
    screen_id: screen.id,
    actor,
    message: edited.message,
    summary: edited.summary,
    batch: stretch?.batch ?? edited.bulkEdit ?? edited.batch ?? null,
    waits: isAutomatic,
    content: { folder: lesson.folder, screens: { [screen.uuid]: screenContentOf(next) } },
  });
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

/** `Update screen 3 of lesson 12: Title` */
export function screenSummary(verb: string, screen: Pick<StoredScreen, 'sequence' | 'fields'>, lesson: StoredLesson): string {
  const title = screen.fields.title === '' ? '' : `: ${screen.fields.title}`;
  return `${verb} screen ${screen.sequence} of lesson ${lesson.sequence}${title}`;
}
