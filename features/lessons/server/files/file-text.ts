import { isUtf8 } from 'node:buffer';
import type { BlobStore, StoredBlob } from '#platform/server/blobs.ts';
import { cacheByContent } from '#platform/server/blobs/cache-by-content.ts';
import { AppError } from '#platform/server/errors.ts';

/** Longer texts are not shown: browser editors can't handle them. */
export const SHOWN_MB_MAX = 5;

const look = cacheByContent(isText);

/** Whether a stored file can be shown and edited as text. */
export async function isShownAsText(blobs: BlobStore, blob: StoredBlob): Promise<boolean> {
  if (isTooLong(blob)) return false;
  return look(blobs, blob).catch((error: unknown) => {
    // One damaged file must not break the list.
    if (error instanceof AppError && error.code === 'unavailable') return false;
    throw error;
  });
}

/** The text of a stored file; null: it is too long, or no text. */
export async function readText(blobs: Pick<BlobStore, 'get'>, { sha256 }: Pick<StoredBlob, 'sha256'>): Promise<string | null> {
  const bytes = await blobs.get(sha256);
  return isText(bytes) ? Buffer.from(bytes).toString('utf8') : null;
}

export function isTooLong({ size }: Pick<StoredBlob, 'size'>): boolean {
  return size > SHOWN_MB_MAX * 1024 * 1024;
}

/** Whether the bytes are valid UTF-8 without NUL, which almost no binary file is. */
export function isText(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}
