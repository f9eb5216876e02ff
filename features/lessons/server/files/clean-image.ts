import { withoutMetadata } from '#platform/content/image-metadata/without-metadata.ts';
import type { BlobStore, StoredBlob } from '#platform/server/blobs.ts';
import { isStoredClean } from './image-reply.ts';

/**
 * An image as it is sent: without where and when it was taken. Git may have more, as the file there is its author's.
 * @throws AppError `unavailable` if it is not in the store
 */
export async function readCleanImage(blobs: Pick<BlobStore, 'get'>, { sha256, size }: { sha256: string; size?: number }): Promise<Buffer> {
  const clean = withoutMetadata(await blobs.get(sha256, size));
  return Buffer.from(clean.buffer, clean.byteOffset, clean.byteLength);
}

/** Stored images, in order; what is sent of those with metadata is stored too. Each is in memory as a whole. */
export async function storeCleanImages<I extends StoredBlob>(blobs: BlobStore, images: readonly I[]): Promise<I[]> {
  const clean: I[] = [];
  for (const image of images)
    clean.push((await isStoredClean(blobs, image)) ? image : { ...image, ...(await blobs.put(await readCleanImage(blobs, image))) });
  return clean;
}
