import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { requireFileSize } from '../content-folders.ts';
import type { Clone } from './clone.ts';

export interface TreeFile {
  readonly mode: string;
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Its object isn't in this repository. */
const SUBMODULE = '160000';

/** A file as git lists it. */
interface Listed extends Pick<TreeFile, 'mode' | 'id'> {
  readonly path: string;
}

/** The files of a tree or commit at a path, which is a file or a folder, by their whole path. */
export async function readFiles(clone: Clone, tree: string, path: string): Promise<Map<string, TreeFile>> {
  const { stdout } = await clone.git(['ls-tree', '-r', '-z', '--full-tree', tree, '--', path]);
  const entries = stdout
    .toString()
    .split('\0')
    .flatMap((entry): Listed[] => {
      const [, mode = '', type, id = '', name = ''] = /^(\d+) (\w+) ([0-9a-f]+)\t([^]+)$/.exec(entry) ?? [];
      return type === 'blob' ? [{ mode, id, path: name }] : [];
    });
  await requireSizes(clone, entries);
  return readListed(clone, entries);
}

/**
 * The YAML files that differ between two trees or commits, as the later one has them, by their whole path.
 * @throws CommandRefused if a file that differs is too large
 */
export async function readChangedYaml(clone: Clone, before: string, after: string): Promise<Map<string, TreeFile>> {
  const { stdout } = await clone.git(['diff-tree', '-r', '-z', '--no-renames', '--diff-filter=d', before, after]);
  // `:<mode before> <mode> <id before> <id> <status>`, then the path.
  const words = stdout.toString().split('\0');
  const entries = words.flatMap((word, at): Listed[] => {
    const [, mode = '', , id = ''] = word.split(' ');
    return at % 2 === 0 && word !== '' && mode !== SUBMODULE ? [{ mode, id, path: words[at + 1] ?? '' }] : [];
  });
  await requireSizes(clone, entries);
  return readListed(
    clone,
    entries.filter(({ path }) => path.endsWith('.yaml')),
  );
}

async function requireSizes(clone: Clone, entries: readonly Listed[]): Promise<void> {
  const { stdout } = await clone.git(['cat-file', '--batch-check=%(objectsize)'], { input: entries.map(({ id }) => `${id}\n`).join('') });
  const sizes = stdout.toString().split('\n').map(Number);
  for (const [at, { path }] of entries.entries()) requireFileSize(path, sizes[at] ?? 0);
}

async function readListed(clone: Clone, entries: readonly Listed[]): Promise<Map<string, TreeFile>> {
  const blobs = await readBlobs(clone, [...new Set(entries.map(({ id }) => id))]);
  return new Map(entries.map(({ mode, id, path }) => [path, { mode, id, bytes: blobs.get(id) ?? new Uint8Array() }]));
}

/** The files of a folder by their path below it. */
export async function readFolder(clone: Clone, tree: string, folder: string): Promise<Files> {
  const files = await readFiles(clone, tree, folder);
  return new Map([...files].map(([path, { bytes }]) => [path.slice(folder.length + 1), bytes]));
}

async function readBlobs(clone: Clone, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
  const { stdout } = await clone.git(['cat-file', '--batch'], { input: ids.map((id) => `${id}\n`).join('') });
  const blobs = new Map<string, Uint8Array>();
  let at = 0;
  for (const id of ids) {
    const end = stdout.indexOf('\n', at);
    const size = Number(stdout.toString('latin1', at, end).split(' ')[2]);
    blobs.set(id, stdout.subarray(end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return blobs;
}
