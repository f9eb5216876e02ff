import { caseFolded } from '#platform/content/file-names.ts';
import { isSafePath } from '#platform/content/safe-path.ts';
import { isOneLine } from '#platform/contract/one-line.ts';

/** Characters of a data file's path, with its folders. */
const LONGEST_PATH = 255;
/** Names in a path: folders, and the file. */
const DEEPEST_PATH = 8;
/** Most file systems have this limit for one name. */
const LONGEST_NAME_BYTES = 255;

/** Names of devices, which Windows has in every folder, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Whether a data file may get this path below `files/`: one name, or names of folders and then of the file, that every system can
 * store. Git may bring others, which stay as they are.
 */
export function isNewDataPath(path: string): boolean {
  if (path.length > LONGEST_PATH || !isSafePath(path) || !isOneLine(path)) return false;
  const names = path.split('/');
  return names.length <= DEEPEST_PATH && names.every(isPortableName);
}

function isPortableName(name: string): boolean {
  // Windows drops dots and spaces at the end of a name.
  return !/^\s|[. ]$|[:*?"<>|]/.test(name) && !DEVICE.test(name) && new TextEncoder().encode(name).length <= LONGEST_NAME_BYTES;
}

/** Why two data files can't be in one lesson. */
export interface PathClash {
  /**
   * `same-name`: the names differ only in case or in the encoding of letters. `is-folder`: the new file has the name of a folder.
   * `is-file`: its folder has the name of a file. `spelling`: its folder is spelled differently elsewhere.
   */
  readonly kind: 'same-name' | 'is-folder' | 'is-file' | 'spelling';
  /** The other file. */
  readonly other: string;
}

/** The first of other data files beside which a new one can't be stored on every system; null: there is none. */
export function findPathClash(path: string, others: Iterable<string>): PathClash | null {
  for (const other of others) {
    const kind = clashOf(path, other);
    if (kind !== null) return { kind, other };
  }
  return null;
}

function clashOf(path: string, other: string): PathClash['kind'] | null {
  const [names, otherNames] = [path.split('/'), other.split('/')];
  for (const [index, name] of names.entries()) {
    const otherName = otherNames[index] ?? '';
    if (caseFolded(name) !== caseFolded(otherName)) return null;
    const [isFile, isOtherFile] = [index === names.length - 1, index === otherNames.length - 1];
    if (isFile) return isOtherFile ? 'same-name' : 'is-folder';
    if (isOtherFile) return 'is-file';
    if (name !== otherName) return 'spelling';
  }
  return null;
}

/** A file of these whose name is also a folder of another one, so that no system can store both; null: there is none. */
export function findFileNamedAsFolder(paths: readonly string[]): { readonly file: string; readonly inside: string } | null {
  const all = new Set(paths);
  for (const inside of paths) {
    for (let folder = folderOfData(inside); folder !== ''; folder = folderOfData(folder))
      if (all.has(folder)) return { file: folder, inside };
  }
  return null;
}

/** The folder of a data file; empty: it is in none. */
export function folderOfData(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The name of a data file without its folders. */
export function nameOfData(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
