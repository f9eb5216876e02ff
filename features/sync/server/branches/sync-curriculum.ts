import { recordAudit } from '#features/audit/server/index.ts';
import { type CurriculumKind, getCurriculumForUpdate, listInRelease, subjectOf } from '#features/curricula/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { SyncOutcome } from '../../contract/sync.ts';
import { MESSAGES } from './messages.ts';
import { syncFolder, type Resolution } from './sync-folder.ts';

/**
 * {@link syncFolder} for a course or a path.
 *
 * @throws AppError like it, and `not_found`; `refused` also for main's, and if it was deleted on its branch.
 */
export async function syncCurriculum(
  platform: Platform,
  actor: Actor,
  kind: CurriculumKind,
  id: number,
  resolution: Resolution | undefined,
): Promise<SyncOutcome> {
  const { db } = platform;
  const { release_id, folder, sequence, fields } = await db.transaction().execute((tx) => getCurriculumForUpdate(tx, kind, id));
  const release = await getRelease(db, release_id);
  if (release.is_main) throw refused(MESSAGES.mainRelease);
  const outcome = await syncFolder(
    platform,
    actor,
    { release, root: kind.root, folder, subject: subjectOf(kind, id), name: `${kind.name} ${sequence}: ${fields.name}` },
    resolution,
  );
  await recordAudit(db, { actor, action: `${kind.name}.sync`, subject: `${kind.name}:${id}`, details: { sequence, outcome } });
  const isThere = (await listInRelease(db, kind, release_id)).some((row) => row.id === id);
  if (!isThere) throw refused(MESSAGES.deletedThere(kind.name));
  return outcome;
}
