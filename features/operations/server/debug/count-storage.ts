import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '#platform/server/blobs.ts';

/** Number and size of a store's files. */
export async function countBlobs(blobs: Pick<BlobStore, 'list'>): Promise<{ count: number; bytes: number }> {
  let count = 0;
  let bytes = 0;
  for await (const { size } of blobs.list()) {
    count++;
    bytes += size;
  }
  return { count, bytes };
}

/** What the folders in a folder take of the disk, largest first. Files in the folder itself are left out. */
export async function measureFolders(folder: string): Promise<{ name: string; bytes: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const measured: { name: string; bytes: number }[] = [];
  for (const entry of entries) if (entry.isDirectory()) measured.push({ name: entry.name, bytes: await measure(join(folder, entry.name)) });
  return measured.toSorted((one, other) => other.bytes - one.bytes);
}

const BLOCK_BYTES = 512;

/** The blocks of the disk, as `du` counts them; files may disappear meanwhile, and links to one file count once. */
async function measure(folder: string, seen: Set<string> = new Set()): Promise<number> {
  let bytes = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await measure(path, seen);
    if (!entry.isFile()) continue;
    const file = await stat(path).catch(() => null);
    if (file === null || (file.nlink > 1 && seen.has(`${file.dev} ${file.ino}`))) continue;
    if (file.nlink > 1) seen.add(`${file.dev} ${file.ino}`);
    bytes += file.blocks * BLOCK_BYTES;
  }
  return bytes;
}
