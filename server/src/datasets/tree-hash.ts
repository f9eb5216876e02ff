import { createHash } from 'node:crypto';

/** A plain file, as git writes it into a tree. */
const FILE_MODE = '100644';
const FOLDER_MODE = '40000';

/** A folder while it is put together: names to blob hashes and to folders. */
type Folder = Map<string, string | Folder>;

/** Counts a file's git hash while its bytes pass; git wants to know the size first. */
export class BlobHash {
  readonly #hash;

  /** @param size In bytes. */
  constructor(size: number) {
    this.#hash = createHash('sha1').update(`blob ${size}\0`);
  }

  /** Hands on what comes, counted. */
  async *through(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const part of bytes) {
      this.#hash.update(part);
      yield part;
    }
  }

  /** In lower-case hex. Once. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}

/**
 * The hash of the tree that plain git makes of these files (product §7), whose modes are those of plain files.
 * @param files Git hashes of their bytes, by path with '/' between names.
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
