import { validateFileName, type Entry } from 'yauzl';
import { newPathProblem } from '../content-path.ts';

/** The file type in the upper half of a Unix mode. 0: the zip comes from a system without modes. */
const KIND = { mask: 0o170000, none: 0, file: 0o100000, folder: 0o040000, symlink: 0o120000 } as const;
/** Supported compression methods: stored and deflated. */
const METHODS: readonly number[] = [0, 8];

/** Returns null if an entry called `name` may be accepted by its header, else the reason as user-facing text. */
export function entryProblem(entry: Entry, name: string): string | null {
  const isFolder = name.endsWith('/');
  const path = isFolder ? name.slice(0, -1) : name;
  // A drive letter is a plain name here but an absolute path elsewhere.
  if (validateFileName(name) !== null && newPathProblem(path) === null) return 'The path is absolute.';
  const problem = newPathProblem(path);
  if (problem !== null) return problem;
  const kind = (entry.externalFileAttributes >>> 16) & KIND.mask;
  if (kind === KIND.symlink) return 'Links are not allowed.';
  if (kind !== KIND.none && kind !== KIND.file && kind !== KIND.folder) return 'Only regular files are allowed.';
  if (isFolder) return null;
  if (kind === KIND.folder) return 'Only regular files are allowed.';
  if (entry.isEncrypted()) return 'The file is encrypted.';
  return METHODS.includes(entry.compressionMethod) ? null : 'The file uses an unsupported compression method.';
}

/**
 * The names accepted from one zip. Two names that are the same on a case-insensitive or normalizing file system can't
 * both be accepted.
 */
export class UniqueNames {
  readonly #files = new Set<string>();
  /** The spelling of each folder, by its name as such file systems see it. */
  readonly #folders = new Map<string, string>();

  problemOf(path: string): string | null {
    const seen = folded(path);
    if (this.#files.has(seen)) return 'Another file has the same name, or one that differs only in case.';
    if (this.#folders.has(seen)) return 'A folder has this name.';
    for (const folder of foldersOf(path)) {
      if (this.#files.has(folded(folder))) return 'Its folder has the name of a file.';
      const spelled = this.#folders.get(folded(folder));
      if (spelled !== undefined && spelled !== folder) return 'Its folder is spelled differently elsewhere.';
    }
    return null;
  }

  take(path: string): void {
    this.#files.add(folded(path));
    for (const folder of foldersOf(path)) this.#folders.set(folded(folder), folder);
  }
}

const folded = (path: string): string => path.normalize('NFKC').toLowerCase();

function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
