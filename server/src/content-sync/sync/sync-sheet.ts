import type { Actor } from '#contract/roles.ts';
import type { SyncOutcome } from '#contract/sync.ts';
import { recordAudit } from '#server/audit/index.ts';
import { refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getRelease } from '#server/releases/index.ts';
import type { SheetKind } from '#server/curricula/index.ts';
import { MESSAGES } from './messages.ts';
import { syncFolder, type Resolution } from './sync-folder.ts';

/**
 * {@link syncFolder} for a course or a path.
 *
 * @throws AppError like it, and `not_found`; `refused` also for main's, and if it was deleted on its branch.
 */
export async function syncSheet(
  platform: Platform,
  actor: Actor,
  kind: SheetKind,
  id: number,
  resolution: Resolution | undefined,
): Promise<SyncOutcome> {
  const { db } = platform;
  const { release_id, folder, sequence, name } = await db.transaction().execute((tx) => kind.get(tx, id));
  const release = await getRelease(db, release_id);
  if (release.is_main) throw refused(MESSAGES.mainRelease);
  const subject = { [`${kind.word}_id` as const]: id };
  const outcome = await syncFolder(
    platform,
    actor,
    { release, root: kind.root, folder, subject, name: `${kind.word} ${sequence}: ${name}` },
    resolution,
  );
  await recordAudit(db, { actor, action: `${kind.word}.sync`, subject: `${kind.word}:${id}`, details: { sequence, outcome } });
  const isThere = (await kind.list(db, release_id)).some((row) => row.id === id);
  if (!isThere) throw refused(MESSAGES.deletedThere(kind.word));
  return outcome;
}
