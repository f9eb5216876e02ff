import {
  addCurriculum,
  publishCurriculumChanged,
  type CurriculumKind,
  getCurriculumForUpdate,
  listInRelease,
  recordEdit,
  requireCurriculumNotInRelease,
  type StoredCurriculum,
} from '#features/curricula/server/index.ts';
import { curriculumFolder, uniqueName } from '#features/documents/rules/folder-name.ts';
import { findMainRelease, getRelease, lockOpenRelease, type StoredRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './messages.ts';

/**
 * Copies a course or a path into another release, as a version of the same uuid. Its lists of numbers stand for what the other release
 * has, or main. Returns the id of the copy.
 *
 * @throws AppError `not_found`; `already_exists` with the name of the one that has the number; `refused` for main and a closed release.
 */
export async function copyCurriculum(
  platform: Platform,
  actor: Actor,
  kind: CurriculumKind,
  id: number,
  releaseId: number,
): Promise<number> {
  const copy = await platform.db.transaction().execute(async (tx) => {
    const original = await getCurriculumForUpdate(tx, kind, id);
    const { sequence } = original;
    const target = await lockOpenRelease(tx, releaseId, MESSAGES.mainRelease(kind));
    await requireCurriculumNotInRelease(tx, kind, target, sequence);
    const source = await getRelease(tx, original.release_id);
    const folder = await folderInTarget(tx, kind, original, target);
    const row = await addCurriculum(tx, kind, { release: target, folder }, await kind.contentOf(tx, original), actor);
    await recordEdit(tx, platform, kind, row, {
      actor,
      action: 'copy',
      verb: 'Copy',
      from: source.name,
      // Other files of the folder are copied from the commit of the original.
      content: source.commit_sha ? { copied_from: { commit_sha: source.commit_sha, folder: original.folder } } : {},
      details: { from: source.id, to: target.id },
    });
    return row.id;
  });
  publishCurriculumChanged(platform, kind, copy);
  return copy;
}

/** The folder that main has for the number, so that the copy replaces it in the branch; else the original's, if that is free. */
async function folderInTarget(
  tx: Tx,
  kind: CurriculumKind,
  { sequence, folder, fields }: StoredCurriculum,
  target: StoredRelease,
): Promise<string> {
  const main = await findMainRelease(tx);
  const inMain = main ? await listInRelease(tx, kind, main.id) : [];
  const published = inMain.find((row) => row.sequence === sequence);
  if (published) return published.folder;
  const taken = [...inMain, ...(await listInRelease(tx, kind, target.id))].map((row) => row.folder);
  return taken.includes(folder) ? uniqueName(curriculumFolder(kind.name, sequence, fields.name), taken) : folder;
}
