import { createHash } from 'node:crypto';

/** Git's mode of a regular file. */
const FILE_MODE = '100644';
const FOLDER_MODE = '40000';

/** A folder under construction: names to blob hashes and to folders. */
type Folder = Map<string, string | Folder>;

/** Computes a file's git hash while its bytes stream through; git's format requires the size first. */
export class BlobHash {
  readonly #hash;

  /** @param size In bytes. */
  constructor(size: number) {
    this.#hash = createHash('sha1').update(`blob ${size}\0`);
  }

  /** Passes the bytes through and hashes them. */
  async *through(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const part of bytes) {
      this.#hash.update(part);
      yield part;
    }
  }

  /** In lower-case hex. Call it once. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}

/**
 * The hash of the git tree of these files, with the mode of regular files.
 * @param files Git hashes of their bytes, by path with '/' as separator.
 */
export function treeHash(files: ReadonlyMap<string, string>): string {
  const root: Folder = new Map();
  for (const [path, blob] of files) {
    const names = path.split('/');
    const last = names.pop() ?? '';
    folderAt(root, names).set(last, blob);
  }
  return hashOf(root);
}

function folderAt(root: Folder, names: readonly string[]): Folder {
  let folder = root;
  for (const name of names) {
    const known = folder.get(name);
    const next: Folder = known instanceof Map ? known : new Map();
    folder.set(name, next);
    folder = next;
  }
  return folder;
}

function hashOf(folder: Folder): string {
  const entries = [...folder].map(([name, item]) => {
    const isFolder = item instanceof Map;
    return {
      // Git sorts by bytes, and a folder as if its name ended with a slash.
      order: Buffer.from(isFolder ? `${name}/` : name),
      bytes: Buffer.concat([
        Buffer.from(`${isFolder ? FOLDER_MODE : FILE_MODE} ${name}\0`),
        Buffer.from(isFolder ? hashOf(item) : item, 'hex'),
      ]),
    };
  });
  const body = Buffer.concat(entries.sort((one, other) => Buffer.compare(one.order, other.order)).map(({ bytes }) => bytes));
  return createHash('sha1').update(`tree ${body.length}\0`).update(body).digest('hex');
}
