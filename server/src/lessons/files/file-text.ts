import { isUtf8 } from 'node:buffer';
import type { BlobStore, StoredBlob } from '#server/platform/blobs.ts';
import { rememberByContent } from '#server/platform/blobs/remember.ts';
import { AppError } from '#server/platform/errors.ts';

/** Longer texts are not shown: an editor of a browser has no pleasure in them. */
export const SHOWN_MB_MAX = 5;

const look = rememberByContent(isText);

/** Whether a stored file can be shown and edited as text. */
export async function isShownAsText(blobs: BlobStore, blob: StoredBlob): Promise<boolean> {
  if (isTooLong(blob)) return false;
  return look(blobs, blob).catch((error: unknown) => {
    // A list with one damaged file is still a list.
    if (error instanceof AppError && error.code === 'unavailable') return false;
    throw error;
  });
}

export function isTooLong({ size }: Pick<StoredBlob, 'size'>): boolean {
  return size > SHOWN_MB_MAX * 1024 * 1024;
}

/** Valid UTF-8 without a NUL: what no text has, and nearly every other file. */
export function isText(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}
