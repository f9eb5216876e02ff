import type { Actor } from '#contract/roles.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/errors.ts';
import { getRelease, holdRelease } from '#server/releases/service.ts';
import { requireNotInRelease } from './add-path.ts';
import { findDeletedPath, markPathRestored } from './tables.ts';

/**
 * Takes a path with its steps back into its release that was deleted at `since` or later.
 *
 * @throws AppError `not_found`, also when its release is gone; `already_exists` when its number was taken meanwhile.
 */
export async function bringBackPath(tx: Tx, actor: Actor, id: number, since: Date): Promise<void> {
  const deleted = await findDeletedPath(tx, id, since);
  if (!deleted) throw notFound('deleted path');
  await holdRelease(tx, deleted.release_id);
  const release = await getRelease(tx, deleted.release_id);
  // What main lost was taken out by a merge: git alone brings it back.
  if (release.is_main) throw notFound('deleted path');
  await requireNotInRelease(tx, release, deleted.sequence);
  await markPathRestored(tx, id, actor.id);
}
