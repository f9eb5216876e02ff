import { join } from 'node:path';
import type { BlobStore } from '../blobs.ts';
import type { Config } from '../config.ts';
import { FolderBlobStore } from './folder-store.ts';

/** The folder of files in the data folder. */
const BLOBS_FOLDER = 'blobs';

/** Opens the folder of files in the data folder, whatever the settings say. */
export function openFolderStore({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<FolderBlobStore> {
  return FolderBlobStore.open(join(dataFolder, BLOBS_FOLDER));
}

/**
 * Opens where the settings say that files are kept: a bucket, or a folder in the data folder.
 * @throws AppError `unavailable` when the bucket cannot be used.
 */
export function openBlobStore(config: Place): Promise<BlobStore & Partial<Closable>> {
  return open(config, false);
}

/** Opens the same for a process that only reads, beside a running product. @throws AppError like {@link openBlobStore}. */
export function openBlobReader(config: Place): Promise<Pick<BlobStore, 'list' | 'stream'> & Partial<Closable>> {
  return open(config, true);
}

type Place = Pick<Config, 'dataFolder' | 's3'>;

async function open(config: Place, isReader: boolean): Promise<BlobStore & Partial<Closable>> {
  if (config.s3 === null) return FolderBlobStore.open(join(config.dataFolder, BLOBS_FOLDER), isReader);
  // Large, and of use to few.
  const { S3BlobStore } = await import('./s3-store.ts');
  return S3BlobStore.open(config.s3, join(config.dataFolder, 'blobs-s3'), isReader);
}

interface Closable {
  close(): void;
}
