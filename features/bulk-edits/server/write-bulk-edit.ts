/** Writes an edit of many lessons: one transaction, one audit entry, one commit for each branch. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { recordAudit } from '#features/audit/server/index.ts';
import type { LessonAttached, ScreenAttached } from '#features/content-model/rules/content-documents.ts';
import { changedFields } from '#features/documents/rules/changed-fields.ts';
import {
  getLessonToEdit,
  type EditableLesson,
  findLessonForUpdate,
  type StoredLesson,
  publishLessonSaved,
  storeLesson,
} from '#features/lesson-store/server/index.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { findScreen, type StoredScreen, publishScreenSaved, storeScreen } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { AppError } from '#platform/server/errors.ts';
import { NO_OPERATION, type Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { BulkEdit, LeftAlone } from '../contract.ts';
import { insertBulkEdit, type BulkEditDocument } from './queries.ts';

interface LessonState {
  readonly fields: LessonFields;
  readonly attached: LessonAttached;
}

interface ScreenState {
  readonly fields: ScreenFields;
  readonly attached: ScreenAttached;
}

/** What of a lesson or screen stays as it is, and why. */
export type Leave = (left: { field: string | null; reason: string }) => void;

/** What a bulk edit changes in one lesson. Each function gets the current state, locked; null: nothing. */
export interface LessonEdit {
  readonly lessonId: number;
  readonly lesson?: (stored: StoredLesson, leave: Leave) => LessonState | null | Promise<LessonState | null>;
  readonly screens?: ReadonlyMap<number, (stored: StoredScreen, leave: Leave) => ScreenState | null | Promise<ScreenState | null>>;
  /** For the lists of those that were left alone, if the lesson can't be read. */
  readonly named?: Pick<LeftAlone, 'sequence' | 'title'>;
}

interface BulkEditSpec {
  readonly kind: BulkEdit['kind'];
  /** What is done, in a few words: the first line of the commit without a message. */
  readonly summary: string;
  readonly message: string | null;
  readonly undoes?: number;
  /** In the transaction, with everything stored. What it throws undoes all of it. */
  readonly finish?: (
    tx: Tx,
    result: {
      id: number | null;
      left: readonly LeftAlone[];
      documents: readonly BulkEditDocument[];
      /** Lessons that can't be edited now, for example because they were deleted. */
      skipped: ReadonlySet<number>;
    },
  ) => Promise<void>;
}

export interface WrittenBulkEdit {
  /** Null: there was nothing to change. */
  readonly id: number | null;
  readonly left: readonly LeftAlone[];
}

const GONE = 'It was deleted.';

/**
 * Writes all of `edits` or, if it fails or is stopped, nothing. Lessons and screens that can't be edited are left alone and reported.
 * All lessons are locked before the first one changes, so that the saves of others come before or after the whole edit.
 */
export async function writeBulkEdit(
  platform: Platform,
  actor: Actor,
  spec: BulkEditSpec,
  edits: readonly LessonEdit[],
  operation: Operation = NO_OPERATION,
): Promise<WrittenBulkEdit> {
  const uuid = randomUUID();
  const written: Written = { documents: [], left: [], skipped: new Set(), lessons: new Map(), screens: [] };
  const save = { message: spec.message, summary: spec.summary, bulkEdit: uuid };
  const id = await platform.db.transaction().execute(async (tx) => {
    // For triggers that keep versions: why the rows change.
    const origin = JSON.stringify({ cause: spec.kind === 'replace' ? 'replace' : 'bulk' });
    await sql`select set_config('lessonwright.origin', ${origin}, true)`.execute(tx);
    // In one order, so that two bulk edits never wait for each other.
    const sorted = edits.toSorted((one, other) => one.lessonId - other.lessonId);
    const locked: { edit: LessonEdit; lesson: EditableLesson }[] = [];
    for (const edit of sorted) {
      operation.signal.throwIfAborted();
      const lesson = await lockLesson(tx, actor, edit, written);
      if (lesson) locked.push({ edit, lesson });
    }
    for (const [index, { edit, lesson }] of locked.entries()) {
      operation.signal.throwIfAborted();
      operation.progress(`Saving lesson ${lesson.sequence}`, index, locked.length);
      await writeLesson(tx, platform, actor, { edit, lesson, save, written });
    }
    operation.signal.throwIfAborted();
    const { documents, left, skipped } = written;
    const made =
      documents.length === 0
        ? null
        : await insertBulkEdit(
            tx,
            { uuid, kind: spec.kind, summary: spec.summary, message: spec.message, user_id: actor.id, undoes: spec.undoes ?? null },
            documents,
          );
    await spec.finish?.(tx, { id: made, left, documents, skipped });
    if (made !== null) {
      const sequences = [...new Set(documents.map(({ sequence }) => sequence))];
      const details = { kind: spec.kind, summary: spec.summary, lessons: sequences, documents: documents.length };
      await recordAudit(tx, { actor, action: 'bulk-edit.save', subject: `bulk-edit:${made}`, details });
    }
    return made;
  });
  for (const [lessonId, revision] of written.lessons) publishLessonSaved(platform, actor, lessonId, revision);
  for (const screen of written.screens) publishScreenSaved(platform, actor, screen);
  return { id, left: written.left };
}

interface Written {
  readonly documents: BulkEditDocument[];
  readonly left: LeftAlone[];
  readonly skipped: Set<number>;
  /** Revisions of lessons whose settings changed. */
  readonly lessons: Map<number, number>;
  readonly screens: StoredScreen[];
}

async function lockLesson(tx: Tx, actor: Actor, edit: LessonEdit, { left, skipped }: Written): Promise<EditableLesson | null> {
  try {
    return await getLessonToEdit(tx, actor, edit.lessonId);
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'not_found' && error.code !== 'refused')) throw error;
    skipped.add(edit.lessonId);
    const lesson = await findLessonForUpdate(tx, edit.lessonId);
    const named = lesson ? { sequence: lesson.sequence, title: lesson.fields.title } : (edit.named ?? { sequence: 0, title: '' });
    const reason = error.code === 'not_found' ? GONE : error.message;
    left.push({ lesson_id: lesson ? lesson.id : null, ...named, screen_id: null, screen_sequence: null, field: null, reason });
    return null;
  }
}

interface LessonWrite {
  readonly edit: LessonEdit;
  readonly lesson: EditableLesson;
  readonly save: { message: string | null; summary: string; bulkEdit: string };
  readonly written: Written;
}

async function writeLesson(tx: Tx, platform: Platform, actor: Actor, { edit, lesson, save, written }: LessonWrite): Promise<void> {
  const about = { lesson_id: lesson.id, sequence: lesson.sequence, title: lesson.fields.title };
  const inLesson = { ...about, screen_id: null, screen_sequence: null };
  const next = await edit.lesson?.(lesson, (left) => written.left.push({ ...inLesson, ...left }));
  if (next) {
    const revision = await storeLesson(tx, platform, actor, lesson, { ...next, ...save });
    if (revision !== null) {
      written.lessons.set(lesson.id, revision);
      const changed = changedFields({ ...lesson.fields, ...lesson.attached }, { ...next.fields, ...next.attached });
      written.documents.push({ ...inLesson, release_name: lesson.release_name, ...changed });
    }
  }
  // Its hash has changed.
  const current = next && edit.screens?.size ? await getLessonToEdit(tx, actor, lesson.id) : lesson;
  for (const [screenId, editScreen] of edit.screens ?? []) {
    const screen = await findScreen(tx, screenId);
    if (screen?.lesson_id !== lesson.id) {
      written.left.push({ ...about, screen_id: screenId, screen_sequence: null, field: null, reason: GONE });
      continue;
    }
    const inScreen = { ...about, screen_id: screen.id, screen_sequence: screen.sequence };
    const after = await editScreen(screen, (left) => written.left.push({ ...inScreen, ...left }));
    const stored = after && (await storeScreen(tx, platform, actor, current, screen, { ...after, ...save }));
    if (!stored) continue;
    written.screens.push(stored);
    const changed = changedFields({ ...screen.fields, ...screen.attached }, { ...stored.fields, ...stored.attached });
    written.documents.push({ ...inScreen, release_name: lesson.release_name, ...changed });
  }
}
