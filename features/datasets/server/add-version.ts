import { recordAudit } from '#features/audit/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { alreadyExists, notFound, refused } from '#platform/server/errors.ts';
import type { Dataset } from '../contract/datasets.ts';
import { MESSAGES } from './messages.ts';
import { findDataset, findDatasetNamed, insertDataset, insertVersion, latestHash, lockDataset, type VersionFile } from './queries.ts';

/** A dataset's name is unique across all lessons. @throws AppError `already_exists` */
export async function requireNewName(handle: Handle, name: string): Promise<void> {
  const existing = await findDatasetNamed(handle, name);
  if (existing) throw alreadyExists(MESSAGES.nameTaken(existing.name));
}

/** @throws AppError `not_found` */
export async function getDataset(handle: Handle, id: number): Promise<Dataset> {
  const dataset = await findDataset(handle, id);
  if (!dataset) throw notFound('dataset');
  return dataset;
}

/**
 * Creates a version from stored files: the first of a new dataset, or the next one of `dataset_id`, which may be
 * archived and stays so. Returns its id.
 *
 * @throws AppError `refused` if the latest version has the same files; `already_exists` if the name was taken in the
 * meantime.
 */
export async function addVersion(
  tx: Tx,
  actor: Actor,
  input: { dataset_id: number | null; name: string; description: string },
  { hash, files }: { hash: string; files: readonly VersionFile[] },
): Promise<number> {
  const { name, description } = input;
  const created_by = actor.id;
  if (input.dataset_id !== null) {
    const dataset = await lockDataset(tx, input.dataset_id);
    if (!dataset) throw notFound('dataset');
    if ((await latestHash(tx, input.dataset_id)) === hash) throw refused(MESSAGES.sameFiles(hash));
  }
  const dataset_id = input.dataset_id ?? (await insertDataset(tx, { name, description, created_by }));
  if (dataset_id === null) throw alreadyExists(MESSAGES.nameTaken(name));
  const id = await insertVersion(tx, { dataset_id, hash, description, created_by }, files);
  const action = input.dataset_id === null ? 'dataset.create' : 'dataset.version';
  await recordAudit(tx, { actor, action, subject: `dataset:${dataset_id}`, details: { name, hash } });
  return id;
}
