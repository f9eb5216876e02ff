import type { Step } from '#contract/paths.ts';
import type { Actor } from '#contract/roles.ts';
import { isDoubled, swapWithNeighbour, takeOut } from '#content/ordered-list.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { alreadyExists, notFound, refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireFreshList } from '#server/releases/index.ts';
import { getPathToEdit } from './access.ts';
import { MESSAGES } from './messages.ts';
import { listSteps } from './path-reply.ts';
import type { StoredPath } from './queries.ts';
import { announcePath, recordStep } from './write-path.ts';
import { findStepsForUpdate, listStepRows, placeSteps } from './step-queries.ts';

interface Place {
  trackId: number;
  stepId: number;
}

/**
 * Puts a step at the end of a path of its release.
 *
 * @throws AppError `not_found`; `already_exists` when a path has it; `refused` when the path is read only, or of another release.
 */
export async function attachStep(platform: Platform, actor: Actor, { trackId, stepId }: Place): Promise<Step[]> {
  return arrange(platform, actor, trackId, 'attach-step', (ids) => {
    if (ids.includes(stepId)) throw alreadyExists(MESSAGES.stepInPath);
    return [...ids, stepId];
  });
}

/** Takes a step out of a path; for a day it can be attached again. @throws AppError `not_found`; `refused` when it is read only. */
export async function removeStep(platform: Platform, actor: Actor, { trackId, stepId }: Place): Promise<Step[]> {
  return arrange(platform, actor, trackId, 'remove-step', (ids) => {
    const change = takeOut(ids, stepId);
    if ('list' in change) return change.list;
    throw notFound('step in this path');
  });
}

/** Swaps a step with its neighbour. @throws AppError `not_found`; `refused` at an edge, and when the path is read only. */
export async function swapStep(platform: Platform, actor: Actor, { trackId, stepId }: Place, withPrevious: boolean): Promise<Step[]> {
  return arrange(platform, actor, trackId, 'swap-step', (ids) => {
    const change = swapWithNeighbour(ids, stepId, withPrevious);
    if ('list' in change) return change.list;
    throw change.why === 'is at the edge' ? refused(MESSAGES.noStepThere) : notFound('step in this path');
  });
}

/**
 * Sets the steps of a path in their order.
 *
 * @throws AppError `conflict` when they were changed since `before`; `already_exists` for a step that stands there twice, or in
 * another path; `not_found`; `refused` when the path is read only, or a step of another release.
 */
export async function setSteps(
  platform: Platform,
  actor: Actor,
  pathId: number,
  { step_ids, before }: { step_ids: readonly number[]; before: readonly number[] },
): Promise<Step[]> {
  return arrange(platform, actor, pathId, 'set-steps', async (ids, tx, path) => {
    if (isDoubled(step_ids)) throw alreadyExists(MESSAGES.stepTwice);
    await requireFreshList(tx, 'steps', { before, wanted: step_ids }, { ...path, list: ids });
    return step_ids;
  });
}

async function arrange(
  platform: Platform,
  actor: Actor,
  pathId: number,
  action: string,
  make: (ids: readonly number[], tx: Tx, path: StoredPath) => readonly number[] | Promise<readonly number[]>,
): Promise<Step[]> {
  await platform.db.transaction().execute(async (tx) => {
    const path = await getPathToEdit(tx, actor, pathId);
    const before = (await listStepRows(tx, pathId)).map(({ id }) => id);
    const ids = await make(before, tx, path);
    const added = ids.filter((id) => !before.includes(id));
    await requireFreeSteps(tx, path, added);
    await placeSteps(tx, pathId, ids);
    await recordStep(tx, platform, actor, path, { action, details: { steps: ids } });
  });
  announcePath(platform, pathId);
  return listSteps(platform.db, pathId);
}

/** Steps that come into a path are in no other one, and of its release. */
async function requireFreeSteps(tx: Tx, path: StoredPath, ids: readonly number[]): Promise<void> {
  const steps = await findStepsForUpdate(tx, ids);
  if (steps.length < ids.length) throw notFound('step');
  if (steps.some(({ path_id }) => path_id !== null)) throw alreadyExists(MESSAGES.stepInPath);
  if (steps.some(({ release_id }) => release_id !== path.release_id)) throw refused(MESSAGES.stepElsewhere);
}
