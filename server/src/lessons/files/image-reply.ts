import { routeUrl } from '#contract/client.ts';
import { imageRoutes, type Image } from '#contract/images.ts';
import { LIMITS } from '#contract/limits.ts';
import { markdownImagePath } from '#content/image-path.ts';
import type { StoredFile } from './queries.ts';
import { AppError } from '#server/platform/errors.ts';
import { rememberByContent } from '#server/platform/blobs/remember.ts';
import type { BlobStore, StoredBlob } from '#server/platform/blobs.ts';
import { inParallel } from '#server/platform/in-parallel.ts';
import { lookAtImage, type ImageLook } from './image-size.ts';

const lookInto = rememberByContent(lookAtImage);

/** Images that are read at the same time: each is in the memory as a whole. */
const READ_AT_ONCE = 6;

/** Digits of the hash that an address says, so that what lies behind it can be kept for good. */
const VERSION_LENGTH = 12;

/** What a stored image is; null when it is none that the product knows, or is not in the store. */
export async function lookAtStored(blobs: BlobStore, blob: StoredBlob): Promise<ImageLook | null> {
  return lookInto(blobs, blob).catch((error: unknown) => {
    // A list with one damaged file is still a list.
    if (error instanceof AppError && error.code === 'unavailable') return null;
    throw error;
  });
}

/**
 * What stored images are, in their order: several at once, as a store behind a network is slow to answer. Those that are larger than
 * the product takes itself came by git, and are read one after another.
 */
export async function lookAtAllStored(blobs: BlobStore, images: readonly StoredBlob[]): Promise<(ImageLook | null)[]> {
  const looks = new Map<StoredBlob, ImageLook | null>();
  const look = async (image: StoredBlob) => void looks.set(image, await lookAtStored(blobs, image));
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

/** The part of a hash that stands in the address of an image. */
export function imageVersion(sha256: string): string {
  return sha256.slice(0, VERSION_LENGTH);
}

/** An image as it is sent. */
export async function imageReply(blobs: BlobStore, file: StoredFile): Promise<Image> {
  return replyOf(file, await lookAtStored(blobs, file));
}

/** Images as they are sent, in their order. */
export async function imageReplies(blobs: BlobStore, files: readonly StoredFile[]): Promise<Image[]> {
  const looks = await lookAtAllStored(blobs, files);
  return files.map((file, index) => replyOf(file, looks[index] ?? null));
}

function replyOf({ id, lesson_id, file_name, sha256, size }: StoredFile, look: ImageLook | null): Image {
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
