import type { Actor } from '#contract/roles.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { alreadyExists, notFound, refused } from '#server/platform/errors.ts';
import { holdRelease } from '#server/releases/index.ts';
import { MESSAGES } from './messages.ts';
import { findDeletedPath, findPathInRelease, markPathRestored } from './queries.ts';

/**
 * Takes a path with its steps back into its release that was deleted at `since` or later.
 *
 * @throws AppError `not_found`; `refused` when its release is gone; `already_exists` when its number or folder was taken meanwhile, with
 * a text that says by what.
 */
export async function bringBackPath(tx: Tx, actor: Actor, id: number, since: Date): Promise<void> {
  const deleted = await findDeletedPath(tx, id, since);
  if (!deleted) throw notFound('deleted path');
  const { release_id, release_name: release, sequence, folder } = deleted;
  if (deleted.is_release_gone) throw refused(MESSAGES.releaseGone({ sequence, release }));
  await holdRelease(tx, release_id);
  const inPlace = (await findPathInRelease(tx, release_id, { sequence })) ?? (await findPathInRelease(tx, release_id, { folder }));
  if (inPlace) throw alreadyExists(MESSAGES.placeTaken({ sequence: inPlace.sequence, name: inPlace.fields.name, release }));
  await markPathRestored(tx, id, actor.id);
}
