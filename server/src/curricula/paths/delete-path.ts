import type { PathSummary } from '#contract/paths.ts';
import type { Actor } from '#contract/roles.ts';
import { recordAudit } from '#server/audit/index.ts';
import { recordChange } from '#server/releases/index.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getPathToEdit } from './access.ts';
import { listPathRows } from './list-queries.ts';
import { markPathDeleted } from './queries.ts';
import { announcePath, pathSummary } from './write-path.ts';

/**
 * Takes a path with its steps out of its release. What main has of it comes back in the branch, so that throwing a draft away never
 * deletes a published path. Answers the paths that remain.
 *
 * @throws AppError `not_found`; `refused` when the path is read only.
 */
export async function deletePath(platform: Platform, actor: Actor, id: number): Promise<PathSummary[]> {
  await platform.db.transaction().execute(async (tx) => {
    const path = await getPathToEdit(tx, actor, id);
    const { folder, release_id } = path;
    await markPathDeleted(tx, id, actor.id);
    await recordChange(tx, platform, {
      release_id,
      path_id: id,
      actor,
      message: null,
      summary: pathSummary('Delete', path),
      content: { kind: 'path', folder, deleted: true, or_mains: true },
    });
    await recordAudit(tx, { actor, action: 'path.delete', subject: `path:${id}`, details: { sequence: path.sequence } });
  });
  announcePath(platform, id);
  return listPathRows(platform.db, 'all');
}
