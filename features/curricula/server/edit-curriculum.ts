import { randomUUID } from 'node:crypto';
import type { CurriculumContent } from '#features/content-model/rules/curriculum-content.ts';
import { curriculumFolder, uniqueName } from '#features/documents/rules/folder-name.ts';
import { closedText } from '#features/releases/releases.policy.ts';
import {
  ensureDraftsRelease,
  findMainRelease,
  foldersInBranch,
  getRelease,
  lockOpenRelease,
  type StoredRelease,
} from '#features/releases/server/index.ts';
import { recordRevision } from '#features/revisions/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { alreadyExists, forbidden, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { canEditCurriculum } from '../curricula.policy.ts';
import { type CurriculumKind, type StoredCurriculum, subjectOf } from './kind.ts';
import { MESSAGES } from './messages.ts';
import { findInRelease, listInRelease, markCurriculumDeleted, updateCurriculumRow } from './queries.ts';
import {
  addCurriculum,
  publishCurriculumChanged,
  type FieldSave,
  getCurriculumForUpdate,
  mergedFields,
  recordEdit,
  requireCurriculumNotInRelease,
} from './write-curriculum.ts';

/**
 * Creates a course or a path, in the author's drafts release unless another one is named. Returns its id.
 *
 * @throws AppError `already_exists` with the name of the one that has the number; `refused` for main and a closed release.
 */
export async function createCurriculum<C extends CurriculumContent>(
  platform: Platform,
  actor: Actor,
  kind: CurriculumKind<C>,
  { sequence, name, release_id }: { sequence: number; name: string; release_id?: number | null | undefined },
): Promise<number> {
  const release = release_id ? await getRelease(platform.db, release_id) : await ensureDraftsRelease(platform, actor);
  const { id } = await platform.db.transaction().execute(async (tx) => {
    await lockOpenRelease(tx, release.id, MESSAGES.mainRelease(kind));
    await requireFreeNumber(tx, kind, release, sequence);
    const taken = await foldersInBranch(tx, release, (handle, releaseId) => listInRelease(handle, kind, releaseId));
    const folder = uniqueName(curriculumFolder(kind.name, sequence, name), taken);
    const content = kind.create({ uuid: randomUUID(), sequence, name });
    const row = await addCurriculum(tx, kind, { release, folder }, content, actor);
    await recordEdit(tx, platform, kind, row, { actor, action: 'create', verb: 'Create' });
    return row;
  });
  publishCurriculumChanged(platform, kind, id);
  return id;
}

/** A new one also needs a number that main does not have: the branch of a release contains main's courses and paths. */
async function requireFreeNumber(tx: Tx, kind: CurriculumKind, release: StoredRelease, sequence: number): Promise<void> {
  await requireCurriculumNotInRelease(tx, kind, release, sequence);
  const main = await findMainRelease(tx);
  const published = main && (await findInRelease(tx, kind, main.id, { sequence }));
  if (published) throw alreadyExists(MESSAGES.inMain(kind, { sequence, name: published.fields.name }));
}

/** The row, locked for the transaction. @throws AppError `not_found`; `refused` when it is read only. */
export async function getCurriculumToEdit<C extends CurriculumContent>(
  tx: Tx,
  kind: CurriculumKind<C>,
  actor: Actor,
  id: number,
): Promise<StoredCurriculum<C['fields']>> {
  const row = await getCurriculumForUpdate(tx, kind, id);
  requireEditable(kind, actor, row);
  return row;
}

type Where = Pick<StoredCurriculum, 'is_main' | 'is_closed' | 'release_name'>;

/** @throws AppError `refused` for what is in main or in a closed release; `forbidden` for external authors. */
export function requireEditable(kind: CurriculumKind, actor: Actor, where: Where): void {
  if (canEditCurriculum(actor, where)) return;
  if (where.is_main) throw refused(MESSAGES.readOnly(kind));
  throw actor.role !== 'external' && where.is_closed ? refused(closedText(where.release_name)) : forbidden();
}

/**
 * Saves fields of a course or a path. Those left out stay; a stale save is merged. One that changes nothing makes no revision.
 *
 * @throws AppError `conflict` with both sides; `refused` when it is read only.
 */
export async function saveCurriculum<C extends CurriculumContent>(
  platform: Platform,
  actor: Actor,
  kind: CurriculumKind<C>,
  id: number,
  save: FieldSave<C['fields']>,
): Promise<void> {
  const isSaved = await platform.db.transaction().execute(async (tx) => {
    const row = await getCurriculumToEdit(tx, kind, actor, id);
    const fields = await mergedFields<C['fields']>(tx, kind.fields, subjectOf(kind, id), save, row);
    if (fields === null) return false;
    const message = save.save_message || null;
    const revision = row.revision + 1;
    const next = { ...row, fields, revision, updated_by: actor.id };
    await updateCurriculumRow(tx, kind, id, next);
    await recordRevision(tx, subjectOf(kind, id), { revision, fields, message, saved_by: actor.id });
    await recordEdit(tx, platform, kind, next, { actor, action: 'save', message, details: { revision } });
    return true;
  });
  if (isSaved) publishCurriculumChanged(platform, kind, id);
}

/**
 * Makes a course or a path, with its lessons or steps, what `edit` returns, as its own save.
 *
 * @throws AppError `not_found`; `refused` when it is read only; and what `edit` throws.
 */
export async function replaceCurriculum<C extends CurriculumContent>(
  platform: Platform,
  actor: Actor,
  kind: CurriculumKind<C>,
  id: number,
  edit: (tx: Tx, before: C) => Promise<C>,
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const row = await getCurriculumToEdit(tx, kind, actor, id);
    const content = await edit(tx, await kind.contentOf(tx, row));
    const revision = row.revision + 1;
    const next = { ...row, fields: content.fields, revision, updated_by: actor.id };
    await kind.storeItems(tx, row, content, actor);
    await updateCurriculumRow(tx, kind, id, next);
    await recordRevision(tx, subjectOf(kind, id), { revision, fields: content.fields, message: null, saved_by: actor.id });
    await recordEdit(tx, platform, kind, next, { actor, action: 'save', details: { revision } });
  });
  publishCurriculumChanged(platform, kind, id);
}

/**
 * Deletes a course, or a path with its steps, from its release. The branch gets main's version back, if there is one, so that
 * discarding a draft never deletes what is published. Lists that have its number keep it.
 *
 * @throws AppError `not_found`; `refused` when it is read only.
 */
export async function deleteCurriculum(platform: Platform, actor: Actor, kind: CurriculumKind, id: number): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const row = await getCurriculumToEdit(tx, kind, actor, id);
    await markCurriculumDeleted(tx, kind, id, actor.id);
    await recordEdit(tx, platform, kind, row, {
      actor,
      action: 'delete',
      verb: 'Delete',
      content: { deleted: true, or_mains: true },
    });
  });
  publishCurriculumChanged(platform, kind, id);
}
