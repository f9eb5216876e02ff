import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** `{file}.{chunk}`, both counted from 0. */
const CHUNK = /^(\d+)\.(\d+)$/;

/**
 * The chunks of one upload, each in its own file in a folder, so that they may arrive in any order and more than once.
 * A chunk gets its name only once it has arrived completely.
 */
export class ChunkFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Moves a complete chunk from the same file system into the folder. */
  async keep(file: number, chunk: number, arrivedAt: string): Promise<void> {
    await mkdir(this.path, { recursive: true });
    await rename(arrivedAt, this.pathOf(file, chunk));
  }

  /** The chunks that have arrived, sorted, by the index of their file. */
  async received(): Promise<Map<number, number[]>> {
    const names = await readdir(this.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const found = names.flatMap((name) => {
      const [, file, chunk] = CHUNK.exec(name) ?? [];
      return file === undefined ? [] : { file: Number(file), chunk: Number(chunk) };
    });
    const byFile = Map.groupBy(found, ({ file }) => file);
    return new Map([...byFile].map(([file, list]) => [file, list.map(({ chunk }) => chunk).sort((one, other) => one - other)]));
  }

  /** The bytes of a file of `count` chunks. */
  async *read(file: number, count: number): AsyncGenerator<Buffer> {
    for (let chunk = 0; chunk < count; chunk += 1) yield* createReadStream(this.pathOf(file, chunk)) as AsyncIterable<Buffer>;
  }

  /** Size of a file of `count` chunks, in bytes. */
  async sizeOf(file: number, count: number): Promise<number> {
    let size = 0;
    for (let chunk = 0; chunk < count; chunk += 1) size += (await stat(this.pathOf(file, chunk))).size;
    return size;
  }

  pathOf(file: number, chunk: number): string {
    return join(this.path, `${file}.${chunk}`);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
