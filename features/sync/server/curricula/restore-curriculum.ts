import { commitStatusOf } from '#features/changes/server/index.ts';
import {
  publishCurriculumChanged,
  type CurriculumKind,
  recordEdit,
  restoreCurriculumRow,
  subjectOf,
} from '#features/curricula/server/index.ts';
import { findRelease } from '#features/releases/server/index.ts';
import { retentionStart } from '#features/trash/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';

/**
 * Restores a deleted course or path to its release, and to its branch with the other files of its folder.
 *
 * @throws AppError `not_found`; `refused` when its release was deleted; `already_exists` when its number is in use again.
 */
export async function restoreCurriculum(platform: Platform, actor: Actor, kind: CurriculumKind, id: number): Promise<void> {
  const deletion = (await commitStatusOf(platform.db, subjectOf(kind, id)))?.commit_sha;
  const before = deletion && (await platform.git.hasCommit(deletion)) ? (await platform.git.history.parentsOf(deletion))[0] : undefined;
  await platform.db.transaction().execute(async (tx) => {
    const row = await restoreCurriculumRow(tx, kind, actor, id, retentionStart(new Date()));
    // While its deletion is saved but not committed, the commit of the release still has it.
    const commit_sha = before ?? (await findRelease(tx, row.release_id))?.commit_sha;
    const content = commit_sha ? { copied_from: { commit_sha, folder: row.folder } } : {};
    await recordEdit(tx, platform, kind, row, { actor, action: 'restore', verb: 'Restore', content });
  });
  publishCurriculumChanged(platform, kind, id);
}
