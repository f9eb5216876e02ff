import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { groupChunks, type Chunks } from './chunks.ts';

/** `{file}.{chunk}`, both counted from 0. */
const CHUNK = /^(\d+)\.(\d+)$/;

/** Chunks in a folder, each in its own file. A chunk gets its name only once it has arrived completely. */
export class ChunkFolder implements Chunks {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Moves the chunk, which is on the same file system, into the folder. */
  async keep(file: number, chunk: number, arrivedAt: string): Promise<void> {
    await mkdir(this.path, { recursive: true });
    await rename(arrivedAt, this.#pathOf(file, chunk));
  }

  async received(): Promise<Map<number, number[]>> {
    const names = await readdir(this.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const found = names.flatMap((name) => {
      const [, file, chunk] = CHUNK.exec(name) ?? [];
      return file === undefined ? [] : { file: Number(file), chunk: Number(chunk) };
    });
    return groupChunks(found);
  }

  async *read(file: number, count: number): AsyncGenerator<Buffer> {
    for (let chunk = 0; chunk < count; chunk += 1) yield* createReadStream(this.#pathOf(file, chunk)) as AsyncIterable<Buffer>;
  }

  async sizeOf(file: number, count: number): Promise<number> {
    let size = 0;
    for (let chunk = 0; chunk < count; chunk += 1) size += (await stat(this.#pathOf(file, chunk))).size;
    return size;
  }

  async assemble(file: number, count: number, signal: AbortSignal): Promise<string> {
    if (count === 1) return this.#pathOf(file, 0);
    const path = join(this.path, `${file}.zip`);
    await pipeline(this.read(file, count), createWriteStream(path), { signal });
    return path;
  }

  #pathOf(file: number, chunk: number): string {
    return join(this.path, `${file}.${chunk}`);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
