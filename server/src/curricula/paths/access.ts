import { canEditCourse } from '#contract/courses.policy.ts';
import type { Actor } from '#contract/roles.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { forbidden, notFound, refused } from '#server/platform/errors.ts';
import { getRelease } from '#server/releases/index.ts';
import { MESSAGES } from './messages.ts';
import { findStep, findStepForUpdate, type StoredStep } from './step-queries.ts';
import { findPath, findPathForUpdate, type StoredPath } from './queries.ts';

/** @throws AppError `not_found` */
export async function getStoredPath(handle: Handle, id: number): Promise<StoredPath> {
  const path = await findPath(handle, id);
  if (!path) throw notFound('path');
  return path;
}

/** A step whose path is there, or that is in none. @throws AppError `not_found` */
export async function getStoredStep(handle: Handle, id: number): Promise<StoredStep> {
  const step = await findStep(handle, id);
  if (!step || (step.path_id !== null && !(await findPath(handle, step.path_id)))) throw notFound('step');
  return step;
}

/** The path, locked for the transaction, when it may be edited. @throws AppError `not_found`; `refused` when it is main's (B §6). */
export async function getPathToEdit(tx: Tx, actor: Actor, id: number): Promise<StoredPath> {
  const path = await findPathForUpdate(tx, id);
  if (!path) throw notFound('path');
  requireEditable(actor, path);
  return path;
}

/** A step, and its path where it has one, locked for the transaction: the path first, as everybody does. */
export interface StepToEdit {
  step: StoredStep;
  path: StoredPath | null;
}

/** @throws AppError `not_found`; `refused` when its path is main's. */
export async function getStepToEdit(tx: Tx, actor: Actor, id: number): Promise<StepToEdit> {
  const found = await getStoredStep(tx, id);
  const path = found.path_id === null ? null : await getPathToEdit(tx, actor, found.path_id);
  if (!path) requireEditable(actor, await getRelease(tx, found.release_id));
  const step = await findStepForUpdate(tx, id);
  // Put into a path, or taken out of one, since we looked.
  if (!step || step.path_id !== found.path_id) throw notFound('step');
  return { step, path };
}

function requireEditable(actor: Actor, place: { readonly is_main: boolean }): void {
  if (!canEditCourse(actor, place)) throw place.is_main ? refused(MESSAGES.readOnly) : forbidden();
}
