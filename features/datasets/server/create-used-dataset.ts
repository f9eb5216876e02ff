import { Readable } from 'node:stream';
import type { Platform } from '#platform/server/platform.ts';
import { findDatasetNamed, insertDataset, insertVersion, listUseRows, type VersionFile } from './queries.ts';
import { BlobHash, treeHash } from './tree-hash.ts';

/**
 * Creates a dataset from files by path if lessons use one of this name and none exists yet. It has no author, like the lessons of a
 * new product.
 */
export async function createUsedDataset(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  { name, description }: { readonly name: string; readonly description: string },
  readFiles: () => Promise<ReadonlyMap<string, Uint8Array>>,
  signal: AbortSignal,
): Promise<void> {
  if (await findDatasetNamed(db, name)) return;
  if ((await listUseRows(db, { name, latest: '' })).length === 0) return;
  const files: VersionFile[] = [];
  const hashes = new Map<string, string>();
  for (const [path, bytes] of await readFiles()) {
    const hash = new BlobHash(bytes.length);
    files.push({ path, ...(await blobs.put(hash.through(Readable.from([bytes])), { signal })) });
    hashes.set(path, hash.digest());
  }
  await db.transaction().execute(async (tx) => {
    const dataset_id = await insertDataset(tx, { name, description, created_by: null });
    // Another server was first.
    if (dataset_id === null) return;
    await insertVersion(tx, { dataset_id, hash: treeHash(hashes), description, created_by: null }, files);
  });
}
