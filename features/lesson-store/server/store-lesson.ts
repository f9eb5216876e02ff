/** Writes a changed lesson, and computes the hash of its content. */

import { recordAudit } from '#features/audit/server/index.ts';
import { recordChange } from '#features/changes/server/index.ts';
import { hashedLesson } from '#features/content-model/rules/content-documents.ts';
import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { fileContents, filesHash, listLessonFiles, type LessonFileRow } from '#features/lesson-files/server/index.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { longestTimeLimit, timeLimitOf } from '#features/lessons/lessons.policy.ts';
import { PLANNING_FIELDS } from '#features/planning/planning.policy.ts';
import { recordRevision } from '#features/revisions/server/index.ts';
import { contentHash } from '#platform/content/content-hash.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { forbidden, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { EditableLesson } from './access.ts';
import { MESSAGES } from './messages.ts';
import { lessonTouch, updateLesson, type LessonAttached, type StoredLesson } from './queries.ts';

/**
 * Stores a changed lesson with its own revision and queued change. Returns its revision, or null
 * if nothing changed. Call {@link publishLessonSaved} after the transaction.
 *
 * @throws AppError `forbidden` for an external author who enables legacy checking; `refused` for one who raises the
 * time limit above the default.
 */
export async function storeLesson(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  actor: Actor,
  lesson: EditableLesson,
  next: {
    fields: LessonFields;
    attached: LessonAttached;
    message: string | null;
    summary: string;
    /** The uuid of the bulk edit that this save is part of: it shares its commit and its audit entry. */
    bulkEdit?: string;
  },
): Promise<number | null> {
  const { fields, attached, message, summary, bulkEdit } = next;
  requireAllowed(actor, lesson.fields, fields);
  const changed = { ...lesson, fields, attached };
  const content_hash = lessonHash(changed);
  if (content_hash === lesson.content_hash && isSamePlanning(fields, lesson.fields)) return null;
  const revision = lesson.revision + 1;
  await updateLesson(tx, lesson.id, { ...changed, content_hash, revision, updated_by: actor.id });
  await recordRevision(tx, { lesson_id: lesson.id }, { revision, fields, message, saved_by: actor.id });
  await recordChange(tx, platform, {
    release_id: lesson.release_id,
    lesson_id: lesson.id,
    screen_id: null,
    actor,
    message,
    summary,
    batch: bulkEdit ?? null,
    content: { folder: lesson.folder, lesson: await lessonContentOf(tx, changed) },
  });
  if (bulkEdit === undefined)
    await recordAudit(tx, { actor, action: 'lesson.save', subject: `lesson:${lesson.id}`, details: { revision } });
  return revision;
}

function isSamePlanning(one: LessonFields, other: LessonFields): boolean {
  return PLANNING_FIELDS.every((field) => one[field] === other[field]);
}

/**
 * Checks what only staff may set.
 *
 * @throws AppError `forbidden` for an external author who enables legacy checking; `refused` for one who raises the
 * time limit above the default.
 */
export function requireAllowed(actor: Actor, before: LessonFields, after: LessonFields): void {
  if (actor.role === 'external' && after.legacy_check_enabled && !before.legacy_check_enabled) throw forbidden();
  if (timeLimitOf(after) > longestTimeLimit(actor, before)) throw refused(MESSAGES.longTimeLimit);
}

/** Notifies the pages of the lesson of a save, after its transaction is committed. */
export function publishLessonSaved(platform: Pick<Platform, 'live'>, actor: Actor, id: number, revision: number): void {
  platform.live.publish(`lesson:${id}`, { type: 'saved', screen_id: null, revision, by: actor.name });
}

/** Updates who changed the lesson and when, and its hash, after a screen changed. */
export async function touchLesson(tx: Tx, actor: Actor, lesson: EditableLesson, screens: readonly string[]): Promise<void> {
  await lessonTouched(tx, actor, lesson, screens).execute();
}

/** The write of {@link touchLesson}, for a statement that does more. */
export function lessonTouched(tx: Tx, actor: Actor, lesson: EditableLesson, screens: readonly string[]) {
  return touched(tx, actor, lesson, { screens_hash: screensHash(screens) });
}

/**
 * Updates the lesson after its files changed. Its revision stays, so that concurrent metadata edits are not stale.
 * Returns whether anything changed.
 */
export async function touchLessonFiles(tx: Tx, actor: Actor, lesson: EditableLesson, files: readonly LessonFileRow[]): Promise<boolean> {
  const files_hash = filesHash(files);
  if (files_hash === lesson.files_hash) return false;
  await touched(tx, actor, lesson, { files_hash }).execute();
  return true;
}

function touched(tx: Tx, actor: Actor, lesson: EditableLesson, changed: { screens_hash?: string; files_hash?: string }) {
  const { screens_hash, files_hash } = { ...lesson, ...changed };
  const content_hash = lessonHash({ ...lesson, screens_hash, files_hash });
  return lessonTouch(tx, lesson.id, { screens_hash, files_hash, content_hash, updated_by: actor.id });
}

/** A lesson's content without its screens, in the form of its files. */
export async function lessonContentOf(handle: Handle, lesson: StoredLesson): Promise<Omit<LessonContent, 'screens'>> {
  const files = fileContents(await listLessonFiles(handle, lesson.id));
  return { ...lesson.attached, ...files, uuid: lesson.uuid, sequence: lesson.sequence, fields: lesson.fields };
}

/** Hash of a lesson's screens, from their own hashes in order. */
export function screensHash(screens: readonly string[]): string {
  return contentHash(screens);
}

/** Hash of a lesson's whole content: two lessons have equal hashes if and only if they are equal (`release_status`). */
export function lessonHash(lesson: {
  uuid: string;
  sequence: number;
  fields: LessonFields;
  attached: LessonAttached;
  screens_hash: string;
  files_hash: string;
}): string {
  const { uuid, sequence, fields, attached, screens_hash, files_hash } = lesson;
  // A lesson without files keeps the hash it had before files were included.
  return contentHash({ uuid, sequence, ...hashedLesson({ fields, attached }), screens_hash, ...(files_hash === '' ? {} : { files_hash }) });
}
