import { unavailable, type AppError } from '../errors.ts';

const SHA256 = /^[0-9a-f]{64}$/;
const KEY = /(?:^|\/)sha256\/[0-9a-f]{2}\/([0-9a-f]{64})$/;

/**
 * The key of a blob in its store: `sha256/<first two digits>/<hash>`. The hash becomes part of a path, so anything else
 * is rejected.
 */
export function blobKey(sha256: string): string {
  if (!SHA256.test(sha256)) throw new TypeError('Not a SHA-256 in lower-case hex.');
  return `sha256/${sha256.slice(0, 2)}/${sha256}`;
}

/** Returns the hash that a key names; null if the key is not a blob's. */
export function hashOfKey(key: string): string | null {
  return KEY.exec(key)?.[1] ?? null;
}

/** The error for a blob that its store doesn't have. */
export function missingBlob(sha256: string): AppError {
  return unavailable(`The stored file ${sha256} is missing.`);
}

/** @throws AppError `unavailable` if the blob's size differs from its row's. */
export function requireFullSize(sha256: string, bytes: number, size: number | undefined): void {
  if (size !== undefined && bytes !== size)
    throw unavailable(`The stored file ${sha256} is damaged: it has ${bytes} bytes instead of ${size}.`);
}
