import { createHash } from 'node:crypto';
import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { decodeUtf8, encodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import type { StoredFolder } from '../tables.ts';

/** A folder as the base of later merges: texts as they are, and hashes of images and data files. */
export function toStored(files: Files): StoredFolder {
  return Object.fromEntries(
    [...files].map(([path, bytes]) => [path, isText(path, bytes) ? { text: decodeUtf8(bytes) } : { sha256: sha256Of(bytes) }]),
  );
}

/** The folder that was imported. Bytes that were only hashed are those of a side that has them, or no side's. */
export function fromStored(stored: StoredFolder, sides: readonly Files[]): Map<string, Uint8Array> {
  return new Map(
    Object.entries(stored).map(([path, file]) => {
      if ('text' in file) return [path, encodeUtf8(file.text)];
      const same = sides.map((side) => side.get(path)).find((bytes) => bytes !== undefined && sha256Of(bytes) === file.sha256);
      return [path, same ?? encodeUtf8(file.sha256)];
    }),
  );
}

function isText(path: string, bytes: Uint8Array): boolean {
  return !/^(files|images)\//.test(path) && !bytes.includes(0) && isUtf8(bytes);
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
