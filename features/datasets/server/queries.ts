import { sql } from 'kysely';
import { compareNames } from '#platform/content/file-names.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { Dataset, DatasetUse, DatasetVersion } from '../contract/datasets.ts';

/** A file of a version; its bytes are in the blob store. */
export interface VersionFile {
  /** With '/' as separator. */
  path: string;
  sha256: string;
  /** In bytes. */
  size: number;
}

/** Rows per insert, limited by the parameters of a statement. */
const FILES_AT_ONCE = 2_000;

/** The lesson numbers that use each `name@hash`, over all releases. The condition matches an index. */
function usedBy(handle: Handle) {
  return handle
    .selectFrom('lessons as l')
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom(sql<{ value: { name: string; hash: string } }>`jsonb_array_elements(l.attached -> 'datasets')`.as('link'))
          .select([sql<string>`link.value ->> 'name'`.as('name'), sql<string>`link.value ->> 'hash'`.as('hash')])
          .as('named'),
      (join) => join.onTrue(),
    )
    .where(sql<boolean>`l.attached -> 'datasets' <> '[]'::jsonb`)
    .where('l.deleted_at', 'is', null)
    .groupBy(['named.name', 'named.hash'])
    .select(['named.name', 'named.hash', sql<number[]>`json_agg(distinct l.sequence order by l.sequence)`.as('sequences')]);
}

function datasetsQuery(handle: Handle) {
  return handle
    .selectFrom('datasets as d')
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('dataset_versions as v')
          .whereRef('v.dataset_id', '=', 'd.id')
          .select([
            'v.id',
            'v.hash',
            'v.created_at',
            sql<number>`(select count(*)::int from dataset_versions c where c.dataset_id = d.id)`.as('version_count'),
          ])
          .orderBy('v.id', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .leftJoin(usedBy(handle).as('used'), (join) => join.onRef('used.name', '=', 'd.name').onRef('used.hash', '=', 'latest.hash'))
    .select([
      'd.id',
      'd.name',
      'd.description',
      'd.archived_at',
      'latest.id as latest_version_id',
      'latest.hash as latest_version_hash',
      'latest.created_at as last_update',
      'latest.version_count',
      'used.sequences',
    ]);
}

type DatasetRow = Awaited<ReturnType<ReturnType<typeof datasetsQuery>['execute']>>[number];

function toDataset({ archived_at, last_update, sequences, ...row }: DatasetRow): Dataset {
  return { ...row, archived: archived_at !== null, last_update: last_update.toISOString(), lessons: sequences ?? [] };
}

/** Every dataset, by name. */
export async function listDatasetRows(handle: Handle): Promise<Dataset[]> {
  const rows = await datasetsQuery(handle)
    .orderBy(sql`lower(d.name)`)
    .execute();
  return rows.map(toDataset);
}

export async function findDataset(handle: Handle, id: number): Promise<Dataset | undefined> {
  const row = await datasetsQuery(handle).where('d.id', '=', id).executeTakeFirst();
  return row && toDataset(row);
}

/** A dataset by name, case-insensitive. */
export async function findDatasetNamed(handle: Handle, name: string): Promise<{ id: number; name: string } | undefined> {
  return handle
    .selectFrom('datasets')
    .select(['id', 'name'])
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst();
}

/** Locks a dataset until the transaction ends, so that versions are added one at a time. */
export async function lockDataset(tx: Tx, id: number): Promise<{ archived_at: Date | null } | undefined> {
  return tx.selectFrom('datasets').select('archived_at').where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns its id; null if the name is taken. */
export async function insertDataset(
  tx: Tx,
  { name, description, created_by }: { name: string; description: string; created_by: number | null },
): Promise<number | null> {
  const row = await tx
    .insertInto('datasets')
    .values({ name, description, created_by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function setArchived(tx: Tx, id: number, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('datasets').set({ archived_at: at }).where('id', '=', id).executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function latestHash(handle: Handle, datasetId: number): Promise<string | null> {
  const row = await handle
    .selectFrom('dataset_versions')
    .select('hash')
    .where('dataset_id', '=', datasetId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.hash ?? null;
}

export async function insertVersion(
  tx: Tx,
  version: { dataset_id: number; hash: string; description: string; created_by: number | null },
  files: readonly VersionFile[],
): Promise<number> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const { id } = await tx
    .insertInto('dataset_versions')
    .values({ ...version, bytes })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    const rows = files.slice(from, from + FILES_AT_ONCE).map(({ path, sha256, size }) => ({ version_id: id, path, sha256, size }));
    await tx.insertInto('dataset_files').values(rows).execute();
  }
  return id;
}

/** Selects versions: of one dataset, by id, or by `name@hash`. */
export type VersionFilter = { datasetId: number } | { ids: readonly number[] } | { links: readonly { name: string; hash: string }[] };

/** A version with fields of its dataset. */
export type VersionRow = DatasetVersion & { archived: boolean; is_latest: boolean };

/** Versions with their files, latest first. */
export async function listDatasetVersionRows(handle: Handle, which: VersionFilter): Promise<VersionRow[]> {
  if (('ids' in which && which.ids.length === 0) || ('links' in which && which.links.length === 0)) return [];
  const rows = await handle
    .selectFrom('dataset_versions as v')
    .innerJoin('datasets as d', 'd.id', 'v.dataset_id')
    .leftJoin(usedBy(handle).as('used'), (join) => join.onRef('used.name', '=', 'd.name').onRef('used.hash', '=', 'v.hash'))
    .where((where) => {
      if ('datasetId' in which) return where('v.dataset_id', '=', which.datasetId);
      if ('ids' in which) return where('v.id', 'in', which.ids);
      return where.or(which.links.map(({ name, hash }) => where.and([where('d.name', '=', name), where('v.hash', '=', hash)])));
    })
    .select([
      'v.id',
      'v.dataset_id',
      'd.name',
      'v.hash',
      'v.description',
      'v.bytes',
      'v.created_at',
      'd.archived_at',
      'used.sequences',
      sql<boolean>`v.id = (select max(l.id) from dataset_versions l where l.dataset_id = v.dataset_id)`.as('is_latest'),
      sql<{ file_name: string; bytes: number }[] | null>`(select json_agg(json_build_object('file_name', f.path, 'bytes', f.size)
        order by f.path collate "C") from dataset_files f where f.version_id = v.id)`.as('files'),
    ])
    .orderBy('v.id', 'desc')
    .execute();
  return rows.map(({ created_at, archived_at, sequences, files, ...row }) => ({
    ...row,
    files: (files ?? []).toSorted((one, other) => compareNames(one.file_name, other.file_name)),
    lesson_sequences: sequences ?? [],
    created: created_at.toISOString(),
    archived: archived_at !== null,
  }));
}

/** The lessons that use a dataset, also versions of it that don't exist here. The condition matches an index. */
export async function listUseRows(handle: Handle, { name, latest }: { name: string; latest: string }): Promise<DatasetUse[]> {
  const { rows } = await sql<DatasetUse>`
    select l.id, l.sequence, l.title, r.name as release_name, r.is_main, link.value ->> 'hash' as hash, link.value ->> 'hash' = ${latest} as is_latest
    from lessons l join releases r on r.id = l.release_id
    cross join lateral jsonb_array_elements(l.attached -> 'datasets') as link (value)
    where l.attached -> 'datasets' <> '[]'::jsonb and l.deleted_at is null and link.value ->> 'name' = ${name}
    order by l.sequence, r.is_main desc, r.name, l.id`.execute(handle);
  return rows;
}

/** Ids of datasets by name. */
export async function listDatasetsNamed(
  handle: Handle,
  names: readonly string[],
): Promise<{ id: number; name: string; archived_at: Date | null }[]> {
  if (names.length === 0) return [];
  return handle.selectFrom('datasets').select(['id', 'name', 'archived_at']).where('name', 'in', names).execute();
}

/** The files of a version, by path. */
export async function listVersionFiles(handle: Handle, versionId: number): Promise<VersionFile[]> {
  return handle
    .selectFrom('dataset_files')
    .select(['path', 'sha256', 'size'])
    .where('version_id', '=', versionId)
    .orderBy(sql`path collate "C"`)
    .execute();
}

/**
 * The files of the versions that `name@hash` refers to, by path. Of two versions with the same files the later one
 * wins.
 */
export async function listFilesOfLinks(
  handle: Handle,
  links: readonly { name: string; hash: string }[],
): Promise<{ name: string; hash: string; path: string; sha256: string }[]> {
  if (links.length === 0) return [];
  return handle
    .selectFrom('datasets as d')
    .innerJoin('dataset_versions as v', 'v.dataset_id', 'd.id')
    .innerJoin('dataset_files as f', 'f.version_id', 'v.id')
    .where((where) => where.or(links.map(({ name, hash }) => where.and([where('d.name', '=', name), where('v.hash', '=', hash)]))))
    .where(sql<boolean>`v.id = (select max(l.id) from dataset_versions l where l.dataset_id = d.id and l.hash = v.hash)`)
    .select(['d.name', 'v.hash', 'f.path', 'f.sha256'])
    .orderBy(sql`f.path collate "C"`)
    .execute();
}

/** Hashes of every file of a version. */
export async function listVersionHashes(handle: Handle): Promise<string[]> {
  return (await handle.selectFrom('dataset_files').select('sha256').distinct().execute()).map(({ sha256 }) => sha256);
}

/** A dataset with the hashes of its versions, newest first. */
export interface DatasetState {
  name: string;
  is_archived: boolean;
  hashes: string[];
}

export async function listDatasetStates(handle: Handle, names: readonly string[]): Promise<DatasetState[]> {
  if (names.length === 0) return [];
  const rows = await handle
    .selectFrom('datasets as d')
    .innerJoin('dataset_versions as v', 'v.dataset_id', 'd.id')
    .select(['d.name', 'd.archived_at', 'v.hash'])
    .where('d.name', 'in', names)
    .orderBy('v.id', 'desc')
    .execute();
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, versions]) => ({
    name,
    is_archived: versions[0]?.archived_at !== null,
    hashes: versions.map(({ hash }) => hash),
  }));
}
