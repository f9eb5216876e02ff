import { recordAudit } from '#features/audit/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { WorkFile } from '#platform/contract/runner-protocol.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound, refused, AppError } from '#platform/server/errors.ts';
import { firstBytes } from '#platform/server/first-bytes.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { AttachedDataset, Dataset, DatasetUse, DatasetVersion } from '../contract/datasets.ts';
import { MESSAGES } from './messages.ts';
import {
  findDataset,
  listDatasetRows,
  listDatasetsNamed,
  listFilesOfLinks,
  listUseRows,
  listVersionFiles,
  listDatasetVersionRows,
  setArchived,
  type VersionFile,
  type VersionRow,
} from './queries.ts';

/** A dataset version as a lesson refers to it. */
export interface DatasetLink {
  readonly name: string;
  readonly hash: string;
}

/** Every dataset with its latest version, by name. */
export async function listDatasets(handle: Handle): Promise<Dataset[]> {
  return listDatasetRows(handle);
}

/** The versions of a dataset, latest first. @throws AppError `not_found` */
export async function listDatasetVersions(handle: Handle, datasetId: number): Promise<DatasetVersion[]> {
  const versions = await listDatasetVersionRows(handle, { datasetId });
  if (versions.length === 0) throw notFound('dataset');
  return versions.map(toVersion);
}

/** The lessons that use a dataset. @throws AppError `not_found` */
export async function listDatasetUses(handle: Handle, datasetId: number): Promise<DatasetUse[]> {
  const dataset = await findDataset(handle, datasetId);
  if (!dataset) throw notFound('dataset');
  return listUseRows(handle, { name: dataset.name, latest: dataset.latest_version_hash });
}

function toVersion({ archived: _archived, is_latest: _isLatest, ...version }: VersionRow): DatasetVersion {
  return version;
}

/** Archives or unarchives a dataset. @throws AppError `not_found` */
export async function archiveDataset({ db }: Pick<Platform, 'db'>, actor: Actor, id: number, isArchived: boolean): Promise<Dataset> {
  return db.transaction().execute(async (tx) => {
    if (!(await setArchived(tx, id, isArchived ? new Date() : null))) throw notFound('dataset');
    const action = isArchived ? 'dataset.archive' : 'dataset.unarchive';
    await recordAudit(tx, { actor, action, subject: `dataset:${id}` });
    const dataset = await findDataset(tx, id);
    if (!dataset) throw notFound('dataset');
    return dataset;
  });
}

/**
 * The files of a version, or of the latest one, and the name of their zip.
 * @throws AppError `not_found` with 'Invalid dataset id.'
 */
export async function filesOfVersion(
  handle: Handle,
  datasetId: number,
  versionId: number | null,
): Promise<{ name: string; files: VersionFile[] }> {
  const versions = await listDatasetVersionRows(handle, { datasetId });
  const version = versionId === null ? versions[0] : versions.find(({ id }) => id === versionId);
  if (!version) throw new AppError('not_found', MESSAGES.invalidId);
  return { name: `${version.name}-${version.hash.slice(0, 8)}`, files: await listVersionFiles(handle, version.id) };
}

/** How much of a file is shown. */
const SHOWN_BYTES = 64 * 1024;
const SHOWN_LINES = 100;

/**
 * The beginning of a file of a version: whole lines, where they are not longer than what is read. `text` is null for a file that is no text.
 * @throws AppError `not_found`; `unavailable` if the file can't be read now
 */
export async function startOfFile(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  { id, versionId, name }: { readonly id: number; readonly versionId: number; readonly name: string },
): Promise<{ text: string | null; is_cut: boolean }> {
  const { files } = await filesOfVersion(db, id, versionId);
  const file = files.find(({ path }) => path === name);
  if (!file) throw notFound('file');
  const bytes = await firstBytes(await blobs.stream(file.sha256, file.size), SHOWN_BYTES);
  if (bytes.includes(0)) return { text: null, is_cut: false };
  const isCut = file.size > bytes.length;
  const lines = new TextDecoder().decode(bytes).split('\n');
  // The last one is a part.
  if (isCut && lines.length > 1) lines.pop();
  return { text: lines.slice(0, SHOWN_LINES).join('\n').trimEnd(), is_cut: isCut || lines.length > SHOWN_LINES };
}

/** Versions by id, in this order. @throws AppError `not_found` if one of them doesn't exist. */
export async function getVersions(handle: Handle, ids: readonly number[]): Promise<VersionRow[]> {
  const found = new Map((await listDatasetVersionRows(handle, { ids })).map((version) => [version.id, version]));
  return ids.map((id) => {
    const version = found.get(id);
    if (!version) throw notFound('dataset version');
    return version;
  });
}

/** The dataset versions that a lesson refers to, in its order, including those that don't exist on this server. */
export async function attachedDatasets(handle: Handle, links: readonly DatasetLink[]): Promise<AttachedDataset[]> {
  if (links.length === 0) return [];
  const versions = await listDatasetVersionRows(handle, { links });
  const datasets = await listDatasetsNamed(
    handle,
    links.map(({ name }) => name),
  );
  return links.map(({ name, hash }) => {
    // If two versions have the same files, the later one wins.
    const version = versions.find((each) => each.name === name && each.hash === hash);
    if (version) return version;
    const dataset = datasets.find((each) => each.name === name);
    return {
      id: null,
      dataset_id: dataset?.id ?? null,
      name,
      hash,
      files: [],
      description: '',
      lesson_sequences: [],
      created: null,
      bytes: 0,
      archived: dataset !== undefined && dataset.archived_at !== null,
      is_latest: false,
    };
  });
}

/** The files of a lesson's datasets, each in a folder with its dataset's name (`penguins/2024/birds.csv`). Missing versions are skipped. */
export async function listDatasetFiles(handle: Handle, links: readonly DatasetLink[]): Promise<WorkFile[]> {
  return (await readDatasetFiles(handle, links))(links);
}

/** {@link listDatasetFiles} of many lessons by one query: reads the files of all their datasets, and returns what lists those of one lesson. */
export async function readDatasetFiles(
  handle: Handle,
  links: readonly DatasetLink[],
): Promise<(links: readonly DatasetLink[]) => WorkFile[]> {
  const keyOf = ({ name, hash }: DatasetLink) => `${name}@${hash}`;
  const distinct = new Map(links.map((link) => [keyOf(link), link]));
  const found = Map.groupBy(await listFilesOfLinks(handle, [...distinct.values()]), keyOf);
  const filesOf = (link: DatasetLink) =>
    (found.get(keyOf(link)) ?? []).map(({ name, path, sha256 }) => ({ name: `${name}/${path}`, sha256 }));
  return (own) => own.flatMap(filesOf);
}

/**
 * The files for runs of a lesson: its own, and those of its datasets.
 *
 * @throws AppError `refused` if a file and a dataset have the same name.
 */
export async function withDatasetFiles(handle: Handle, links: readonly DatasetLink[], files: readonly WorkFile[]): Promise<WorkFile[]> {
  const found = await listDatasetFiles(handle, links);
  requireDistinctNames(files, found);
  return [...files, ...found];
}

/** @throws AppError `refused` if a file, or a folder of files, has the name of a dataset's folder. */
export function requireDistinctNames(files: readonly WorkFile[], datasetFiles: readonly WorkFile[]): void {
  const folders = new Set(datasetFiles.map(({ name }) => name.slice(0, name.indexOf('/'))));
  const twin = files.find(({ name }) => folders.has(firstOf(name)));
  if (!twin) return;
  const name = firstOf(twin.name);
  throw refused(name === twin.name ? MESSAGES.sameNameAsFile(name) : MESSAGES.sameNameAsFolder(name));
}

/** The first folder of a path, or the file itself. */
function firstOf(path: string): string {
  return path.split('/', 1)[0] ?? path;
}
