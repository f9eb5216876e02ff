import { join } from 'node:path';
import type { BlobStore } from '../blobs.ts';
import type { Config } from '../config.ts';
import { FolderBlobStore } from './folder-store.ts';

/** The file store's folder in the data folder. */
const BLOBS_FOLDER = 'blobs';

/** Opens the file store in the data folder, whatever the settings say. */
export function openFolderStore({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<FolderBlobStore> {
  return FolderBlobStore.open(join(dataFolder, BLOBS_FOLDER));
}

/**
 * Opens the file store of the settings: a bucket, or a folder in the data folder.
 * @throws AppError `unavailable` if the bucket can't be used.
 */
export function openBlobStore(config: StoreConfig): Promise<BlobStore & Partial<Closable>> {
  return open(config, false);
}

/**
 * Opens the same store for a process that only reads, beside a running server. @throws AppError like {@link
 * openBlobStore}.
 */
export function openBlobReader(config: StoreConfig): Promise<Pick<BlobStore, 'list' | 'stream'> & Partial<Closable>> {
  return open(config, true);
}

type StoreConfig = Pick<Config, 'dataFolder' | 's3'>;

async function open(config: StoreConfig, isReader: boolean): Promise<BlobStore & Partial<Closable>> {
  if (config.s3 === null) return FolderBlobStore.open(join(config.dataFolder, BLOBS_FOLDER), isReader);
  // Loaded on demand: the library is large and few installations use S3.
  const { S3BlobStore } = await import('./s3-store.ts');
  return S3BlobStore.open(config.s3, join(config.dataFolder, 'blobs-s3'), isReader);
}

interface Closable {
  close(): void;
}
