import { imageRoutes, type Image } from '#features/lesson-files/contract/images.ts';
import type { StoredFile } from '#features/lesson-files/server/index.ts';
import { withoutMetadata } from '#platform/content/image-metadata/without-metadata.ts';
import { markdownImagePath } from '#platform/content/image-path.ts';
import { routeUrl } from '#platform/contract/client.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { BlobStore, StoredBlob } from '#platform/server/blobs.ts';
import { cacheByContent } from '#platform/server/blobs/cache-by-content.ts';
import { AppError } from '#platform/server/errors.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import { detectImage, type ImageInfo } from '../../rules/image-size.ts';

const lookInto = cacheByContent((bytes) => ({ image: detectImage(bytes), isClean: withoutMetadata(bytes) === bytes }));

/** Images read at a time: each is in memory as a whole. */
const READ_AT_ONCE = 6;

/** Digits of the hash in an image's address, so that the response can be cached forever. */
const VERSION_LENGTH = 12;

/** Returns a stored image's type and size; null if it is no supported image, or not in the store. */
export async function detectStoredImage(blobs: BlobStore, blob: StoredBlob): Promise<ImageInfo | null> {
  try {
    return (await lookInto(blobs, blob)).image;
  } catch (error) {
    // One damaged file must not break the list.
    if (error instanceof AppError && error.code === 'unavailable') return null;
    throw error;
  }
}

/** Whether a stored image has no metadata that is kept from learners. */
export async function isStoredClean(blobs: BlobStore, blob: StoredBlob): Promise<boolean> {
  return (await lookInto(blobs, blob)).isClean;
}

/**
 * Returns type and size of stored images, in order. Several are read at once, because network stores are slow. Images
 * larger than an upload may be came from git, and are read one at a time.
 */
export async function detectStoredImages(blobs: BlobStore, images: readonly StoredBlob[]): Promise<(ImageInfo | null)[]> {
  const looks = new Map<StoredBlob, ImageInfo | null>();
  const look = async (image: StoredBlob) => void looks.set(image, await detectStoredImage(blobs, image));
  await inParallel(
    images.filter(({ size }) => size <= LIMITS.imageBytes),
    READ_AT_ONCE,
    look,
  );
  await inParallel(
    images.filter(({ size }) => size > LIMITS.imageBytes),
    1,
    look,
  );
  return images.map((image) => looks.get(image) ?? null);
}

/** The part of a hash in an image's address. */
export function imageVersion(sha256: string): string {
  return sha256.slice(0, VERSION_LENGTH);
}

/** An image as sent to the page. */
export async function imageReply(blobs: BlobStore, file: StoredFile): Promise<Image> {
  return replyOf(file, await detectStoredImage(blobs, file));
}

/** Images as sent to the page, in the same order. */
export async function imageReplies(blobs: BlobStore, files: readonly StoredFile[]): Promise<Image[]> {
  const looks = await detectStoredImages(blobs, files);
  return files.map((file, index) => replyOf(file, looks[index] ?? null));
}

function replyOf({ id, lesson_id, file_name, sha256, size }: StoredFile, look: ImageInfo | null): Image {
  const { width = 0, height = 0 } = look ?? {};
  const address = routeUrl(imageRoutes.showImage, { params: { id: lesson_id, fileName: file_name } });
  return {
    id,
    s3_url: `${address}?v=${imageVersion(sha256)}`,
    file_name,
    markdown_path: markdownImagePath(file_name),
    bytes: size,
    width,
    height,
  };
}
