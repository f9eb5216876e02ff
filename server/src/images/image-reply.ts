import { routeUrl } from '#contract/client.ts';
import { imageRoutes, type Image } from '#contract/images.ts';
import { markdownImagePath } from '#content/image-path.ts';
import type { StoredFile } from '#server/data-files/service.ts';
import { AppError } from '#server/platform/errors.ts';
import { rememberByContent } from '#server/platform/blobs/remember.ts';
import type { BlobStore, StoredBlob } from '#server/platform/blobs.ts';
import { lookAtImage, type ImageLook } from './image-size.ts';

const lookInto = rememberByContent(lookAtImage);

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

/** The part of a hash that stands in the address of an image. */
export function imageVersion(sha256: string): string {
  return sha256.slice(0, VERSION_LENGTH);
}

/** An image as it is sent. */
export async function imageReply(blobs: BlobStore, file: StoredFile): Promise<Image> {
  const { id, lesson_id, file_name, sha256, size } = file;
  const { width = 0, height = 0 } = (await lookAtStored(blobs, file)) ?? {};
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

/** Images as they are sent, in their order. */
export async function imageReplies(blobs: BlobStore, files: readonly StoredFile[]): Promise<Image[]> {
  const replies: Image[] = [];
  // One at a time: each may have to be read once.
  for (const file of files) replies.push(await imageReply(blobs, file));
  return replies;
}
