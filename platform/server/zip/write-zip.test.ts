import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { writeZip, type NewZipEntry } from './write-zip.ts';

/** The names and texts in a zip, in its order. */
async function filesIn(bytes: Buffer): Promise<[string, string][]> {
  const zip = await fromBufferPromise(bytes);
  const files: [string, string][] = [];
  for await (const entry of zip.eachEntry()) {
    files.push([entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString()]);
  }
  return files;
}

const stored = (path: string, text: string, size = text.length): NewZipEntry => ({
  path,
  size,
  open: () => Promise.resolve(Readable.from([Buffer.from(text)])),
});

describe('writing a zip', () => {
  it('packs bytes and lazily opened files in order and reproducibly', async () => {
    const make = async () => {
      const entries = async function* (): AsyncGenerator<NewZipEntry> {
        yield { path: 'a/one.txt', bytes: Buffer.from('one') };
        yield { path: 'a/two.txt', open: () => Promise.resolve(Buffer.from('two')) };
        yield stored('drei-ä.txt', 'three');
      };
      const { stream, size } = await writeZip(entries());
      expect(size).toBeNull();
      return await buffer(stream);
    };
    const zip = await make();
    expect(await filesIn(zip)).toEqual([
      ['a/one.txt', 'one'],
      ['a/two.txt', 'two'],
      ['drei-ä.txt', 'three'],
    ]);
    expect((await make()).equals(zip)).toBe(true);
  });

  it("knows its size in advance if every file's size is given", async () => {
    const { stream, size } = await writeZip([stored('a', 'aaa'), stored('b', '')]);
    expect(await buffer(stream)).toHaveLength(size!);
    const empty = await writeZip([]);
    expect(await buffer(empty.stream)).toHaveLength(empty.size!);
  });

  it.each<[string, NewZipEntry]>([
    ['a file that cannot be opened', { path: 'b', open: () => Promise.reject(new Error('it is gone')) }],
    ['a file of another length than was said', stored('b', 'bbb', 4)],
    ['a file that breaks off', { path: 'b', open: () => Promise.resolve(Readable.from(brokenOff())) }],
  ])('breaks off at %s', async (_, bad) => {
    const { stream } = await writeZip([stored('a', 'aaa'), bad, stored('c', 'ccc')]);
    await expect(buffer(stream)).rejects.toThrow(/it is gone|size|length|stream/);
  });

  it('opens nothing more once its reader stops, and closes the open file', async () => {
    const opened: string[] = [];
    const endless = Readable.from(forever());
    const entry = (path: string): NewZipEntry => ({ path, open: () => Promise.resolve((opened.push(path), endless)) });
    const { stream } = await writeZip([entry('a'), entry('b')]);
    await stream[Symbol.asyncIterator]().next();
    stream.destroy();
    await expect.poll(() => endless.destroyed).toBe(true);
    expect(opened).toEqual(['a']);
  });

  it('refuses an unsafe path', async () => {
    await expect(writeZip([stored('a', 'a'), stored('../b', 'b')])).rejects.toThrow(/relative path/);
  });
});

function* brokenOff(): Generator<Buffer> {
  yield Buffer.from('b');
  throw new Error('it is gone');
}

function* forever(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(10_000, 'x');
}
