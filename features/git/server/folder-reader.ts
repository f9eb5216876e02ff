import { isUtf8 } from 'node:buffer';
import { CONTENT_FILE_BYTES_MAX } from '../rules/file-size.ts';
import { GitError } from './git-errors.ts';
import type { ObjectReader } from './object-reader.ts';

type TreeEntryKind = 'file' | 'folder' | 'symlink' | 'submodule';

interface TreeEntry {
  readonly kind: TreeEntryKind;
  /** Null: the name is not UTF-8, so a path can't contain it. */
  readonly name: string | null;
  readonly oid: string;
  readonly isExecutable: boolean;
}

const OID_BYTES = 20;
const KINDS: Readonly<Record<string, TreeEntryKind>> = { '4': 'folder', '12': 'symlink', '16': 'submodule', '10': 'file' };

/** The entries of a tree object, in git's order: `<mode> <name>\0<oid>` one after another. */
export function parseTree(bytes: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    if (space < 0 || end < 0 || end + 1 + OID_BYTES > bytes.length) throw new Error('Damaged tree object.');
    const mode = bytes.toString('latin1', at, space);
    const name = bytes.subarray(space + 1, end);
    at = end + 1 + OID_BYTES;
    entries.push({
      kind: KINDS[mode.replace(/^0/, '').slice(0, -4)] ?? 'file',
      name: isUtf8(name) ? name.toString('utf8') : null,
      oid: bytes.toString('hex', end + 1, at),
      isExecutable: mode.endsWith('755'),
    });
  }
  return entries;
}

/** Guards the memory against huge folders. */
export const FOLDER_FILES_MAX = 20_000;
const FOLDER_BYTES_MAX = 1024 * 1024 * 1024;

/** A folder of one commit, read into memory. */
export interface Folder {
  /** By path below the folder. */
  readonly files: Map<string, Uint8Array>;
  /** Exists but was not read; commits leave it unchanged. */
  readonly skipped: { readonly path: string; readonly reason: 'symlink' | 'submodule' | 'too large' | 'name is not UTF-8' }[];
}

/** The entries of the folder at `path` ('' is the root) in a commit; null if there is no such folder. */
export async function readEntries(reader: ObjectReader, commit: string, path: string): Promise<TreeEntry[] | null> {
  const root = await reader.readTreeOfCommit(commit);
  if (!root) throw new GitError(`The commit ${commit} was not found.`, 'failed');
  let entries = parseTree(root.bytes);
  for (const name of path === '' ? [] : path.split('/')) {
    const entry = entries.find((candidate) => candidate.name === name && candidate.kind === 'folder');
    if (!entry) return null;
    entries = await readTree(reader, entry.oid);
  }
  return entries;
}

/** The bytes of the file `name` directly in a tree; null if it doesn't exist or is far too large. */
export async function readFileOfTree(reader: ObjectReader, tree: string, name: string): Promise<Uint8Array | null> {
  const entry = (await readTree(reader, tree)).find((candidate) => candidate.name === name && candidate.kind === 'file');
  if (!entry || ((await reader.info(entry.oid))?.size ?? 0) > CONTENT_FILE_BYTES_MAX) return null;
  return (await reader.read(entry.oid))?.bytes ?? null;
}

/** A file of a commit that is not read yet. */
export interface FileEntry {
  /** Below the folder. */
  readonly path: string;
  readonly oid: string;
}

/**
 * Lists the files below `path` in a commit without their bytes; empty if there is no such folder. @throws GitError if
 * there are far too many.
 */
export async function listFiles(
  reader: ObjectReader,
  commit: string,
  path: string,
  filesMax: number = FOLDER_FILES_MAX,
): Promise<{ files: FileEntry[]; skipped: Folder['skipped'] }> {
  const skipped: Folder['skipped'] = [];
  const files: FileEntry[] = [];

  // Level by level, so that the trees of a level are requested together and none is in flight when a limit is exceeded.
  let level = [{ prefix: '', entries: (await readEntries(reader, commit, path)) ?? [] }];
  while (level.length > 0) {
    const folders: { prefix: string; oid: string }[] = [];
    for (const { prefix, entries } of level) {
      for (const { kind, name, oid } of entries) {
        const at = prefix + (name ?? '?');
        if (name === null) skipped.push({ path: at, reason: 'name is not UTF-8' });
        else if (kind === 'folder') folders.push({ prefix: `${at}/`, oid });
        else if (kind === 'file') files.push({ path: at, oid });
        else skipped.push({ path: at, reason: kind });
      }
      if (files.length + folders.length + skipped.length > filesMax) {
        throw new GitError(`${path} has more than ${filesMax} files.`, 'too-much-output');
      }
    }
    level = await Promise.all(folders.map(async ({ prefix, oid }) => ({ prefix, entries: await readTree(reader, oid) })));
  }
  return { files, skipped };
}

/**
 * Reads everything below `path` in a commit; empty if there is no such folder. @throws GitError if it is far too large.
 */
export async function readFolder(reader: ObjectReader, commit: string, path: string): Promise<Folder> {
  const { files: blobs, skipped } = await listFiles(reader, commit, path);
  const folder: Folder = { files: new Map(), skipped };
  const sizes = await Promise.all(blobs.map(async ({ oid }) => (await reader.info(oid))?.size ?? 0));
  const wanted = blobs.filter((blob, index) => {
    const isTooLarge = (sizes[index] ?? 0) > CONTENT_FILE_BYTES_MAX;
    if (isTooLarge) folder.skipped.push({ path: blob.path, reason: 'too large' });
    return !isTooLarge;
  });
  if (sizes.reduce((sum, size) => sum + Math.min(size, CONTENT_FILE_BYTES_MAX), 0) > FOLDER_BYTES_MAX) {
    throw new GitError(`${path} holds more than ${FOLDER_BYTES_MAX} bytes.`, 'too-much-output');
  }
  await Promise.all(
    wanted.map(async (blob) => {
      const object = await reader.read(blob.oid);
      if (!object) throw new GitError(`The object ${blob.oid} is missing.`, 'failed');
      folder.files.set(blob.path, object.bytes);
    }),
  );
  return folder;
}

async function readTree(reader: ObjectReader, oid: string): Promise<TreeEntry[]> {
  const tree = await reader.read(oid);
  if (!tree) throw new GitError(`The tree ${oid} is missing.`, 'failed');
  return parseTree(tree.bytes);
}
