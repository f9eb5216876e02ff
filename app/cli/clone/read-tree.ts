import type { Files } from '#features/content-model/rules/lesson-content.ts';
import type { Clone } from './clone.ts';

export interface TreeFile {
  readonly mode: string;
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The files of a tree or commit at a path, which is a file or a folder, by their whole path. */
export async function readFiles(clone: Clone, tree: string, path: string): Promise<Map<string, TreeFile>> {
  const { stdout } = await clone.git(['ls-tree', '-r', '-z', '--full-tree', tree, '--', path]);
  const entries = stdout
    .toString()
    .split('\0')
    .flatMap((entry) => {
      const [, mode = '', type, id = '', name = ''] = /^(\d+) (\w+) ([0-9a-f]+)\t([^]+)$/.exec(entry) ?? [];
      return type === 'blob' ? [{ mode, id, name }] : [];
    });
  const blobs = await readBlobs(clone, [...new Set(entries.map(({ id }) => id))]);
  return new Map(entries.map(({ mode, id, name }) => [name, { mode, id, bytes: blobs.get(id) ?? new Uint8Array() }]));
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
