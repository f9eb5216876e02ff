import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A folder in memory. Its paths are relative to it. */
export interface FolderCopy {
  readonly folders: readonly string[];
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Reads everything in a folder. */
export function readFolderCopy(folder: string): FolderCopy {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const pathOf = (entry: (typeof entries)[number]) => relative(folder, join(entry.parentPath, entry.name));
  const files = entries.filter((entry) => entry.isFile()).map(pathOf);
  return {
    folders: entries.filter((entry) => entry.isDirectory()).map(pathOf),
    files: new Map(files.map((path) => [path, readFileSync(join(folder, path))])),
  };
}

/** Writes a copy into a folder. Synchronous: hundreds of small files would take several times as long through the thread pool. */
export function writeFolderCopy({ folders, files }: FolderCopy, folder: string): void {
  for (const path of folders) mkdirSync(join(folder, path), { recursive: true });
  for (const [path, bytes] of files) writeFileSync(join(folder, path), bytes);
}
