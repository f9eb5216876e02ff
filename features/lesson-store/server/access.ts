import { mayEdit, READ_ONLY_TEXTS, readOnlyReason, type LessonState, type ReadOnlyReason } from '#features/lessons/lessons.policy.ts';
import { mayDeploy } from '#features/publishing/deploys.policy.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { forbidden, notFound, refused, type AppError } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { listVersionRows } from './list/queries.ts';
import { findLesson, findLessonForUpdate, type StoredLesson } from './queries.ts';

declare const checked: unique symbol;

/** A locked lesson that its writer may edit. Every function that changes one takes this, so that none can forget to ask. */
export type EditableLesson = StoredLesson & { readonly [checked]: 'edit' };

/** A lesson that its actor may deploy, or whose builds they may share. */
export type DeployableLesson = StoredLesson & { readonly [checked]: 'deploy' };

/**
 * Returns a lesson that `actor` may see, by the same rule as the lessons list.
 *
 * @throws AppError `not_found` also for a lesson that the actor may not see, so that it isn't disclosed.
 */
export async function getLessonFor(handle: Handle, actor: Actor, id: number): Promise<StoredLesson> {
  const lesson = await findLesson(handle, id);
  if (!lesson || !(await canSee(handle, actor, lesson))) throw notFound('lesson');
  return lesson;
}

/**
 * Returns the lesson, locked for the transaction, if it may be edited.
 *
 * @throws AppError `not_found`; `forbidden` for an external author if it isn't in their drafts; `refused` if it is published or shallow, or its release is closed.
 */
export async function getLessonToEdit(tx: Tx, actor: Actor, id: number): Promise<EditableLesson> {
  const lesson = await findLessonForUpdate(tx, id);
  if (!lesson || !(await canSee(tx, actor, lesson))) throw notFound('lesson');
  const reason = readOnlyReason(actor, stateFor(actor, lesson));
  if (reason !== null) throw readOnly(reason);
  return lesson as EditableLesson;
}

/**
 * Returns the lesson if its builds may be made, stopped and shared. Deploying is not editing: published lessons can be deployed too.
 *
 * @throws AppError `not_found`; `forbidden` for an external author if it isn't in their drafts.
 */
export async function getLessonToDeploy(handle: Handle, actor: Actor, id: number): Promise<DeployableLesson> {
  const lesson = await getLessonFor(handle, actor, id);
  if (!mayDeploy(actor, stateFor(actor, lesson))) throw readOnly('not-theirs');
  return lesson as DeployableLesson;
}

/** Fails early, before work that ends in a write. @throws AppError as {@link getLessonToEdit} */
export async function requireEditableLesson({ db }: Pick<Platform, 'db'>, actor: Actor, id: number): Promise<void> {
  await db.transaction().execute((tx) => getLessonToEdit(tx, actor, id));
}

/** The locked lesson as one that `actor` may edit; null: they may not, any more. For work that began earlier. */
export function asEditable(actor: Actor, lesson: StoredLesson): EditableLesson | null {
  return mayEdit(actor, stateFor(actor, lesson)) ? (lesson as EditableLesson) : null;
}

/** Whether `actor` may see and edit a lesson in its current state. */
export async function mayEditLesson(handle: Handle, actor: Actor, id: number): Promise<boolean> {
  const lesson = await findLesson(handle, id);
  return lesson !== undefined && mayEdit(actor, stateFor(actor, lesson)) && (await canSee(handle, actor, lesson));
}

/** What the rules of editing look at, as in the list of `actor`. */
export function stateFor(
  actor: Pick<Actor, 'id'>,
  lesson: Pick<StoredLesson, 'is_main' | 'is_shallow_import' | 'drafts_of' | 'is_closed'>,
): LessonState {
  return {
    is_main: lesson.is_main,
    is_shallow_import: lesson.is_shallow_import,
    is_own_drafts: lesson.drafts_of === actor.id,
    is_closed: lesson.is_closed,
  };
}

/** The error for a lesson that can't be edited. */
export function readOnly(reason: ReadOnlyReason): AppError {
  return (reason === 'not-theirs' ? forbidden : refused)(READ_ONLY_TEXTS[reason]);
}

async function canSee(handle: Handle, actor: Actor, lesson: StoredLesson): Promise<boolean> {
  if (actor.role !== 'external') return true;
  return (await listVersionRows(handle, actor, lesson.sequence)).some(({ id }) => id === lesson.id);
}
