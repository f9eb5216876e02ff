import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipBytes, type ZipEntry } from '#testing/zip-bytes.ts';
import type { FileBytes } from '../file-bytes.ts';
import { CheckedZip } from './checked-zip.ts';
import { readZip, type ZipLimits } from './read-zip.ts';

const MB = 1024 * 1024;
const LIMITS: ZipLimits = { entries: 50, totalBytes: 4 * MB, fileBytes: MB };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-zip-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(bytes: Uint8Array, limits = LIMITS) {
  const path = join(folder, 'given.zip');
  await writeFile(path, bytes);
  const whole = await readZip(path, limits);
  // Reading lazily accepts and rejects the same files and returns the same bytes, every time and interleaved.
  using checked = await CheckedZip.open(path, { ...limits, keptBytes: MB, allKeptBytes: MB }, { isKept: () => false });
  expect(checked.refused).toEqual(whole.refused);
  expect([...checked.files.keys()]).toEqual([...whole.files.keys()]);
  const unpack = async (file: FileBytes) => (file instanceof Uint8Array ? file : await buffer(file.open()));
  for (let time = 0; time < 2; time++) {
    const again = await Promise.all([...checked.files.values()].map(unpack));
    expect(again.map((part) => Buffer.from(part).toString('latin1'))).toEqual(
      [...whole.files.values()].map((part) => Buffer.from(part).toString('latin1')),
    );
  }
  return whole;
}

const GOOD: ZipEntry = { name: 'good/file.txt', bytes: 'good' };

describe('a zip', () => {
  it('is read completely, stored or deflated, without folder entries', async () => {
    const { files, refused } = await read(
      zipBytes([
        { name: 'a/', mode: 0o040755 },
        { name: 'a/b.txt', bytes: 'one' },
        { name: 'ü.txt', bytes: 'two'.repeat(1000), isDeflated: true },
        { name: 'plain', bytes: '', mode: 0 },
      ]),
    );
    expect([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString().slice(0, 3)])).toEqual([
      ['a/b.txt', 'one'],
      ['ü.txt', 'two'],
      ['plain', ''],
    ]);
    expect(refused).toEqual([]);
  });

  it('of macOS or Windows has the same files as one of Linux', async () => {
    const { files, refused } = await read(
      zipBytes([
        { name: 'course\\one.md', bytes: 'one' },
        { name: 'course/._one.md', bytes: 'fork' },
        { name: 'course/._alone', bytes: 'kept' },
        { name: '__MACOSX/course/._one.md', bytes: 'fork' },
        { name: 'course/.DS_Store', bytes: 'x' },
        { name: 'course/Geba\u0308ude.png', bytes: 'picture' },
      ]),
    );
    expect([...files.keys()]).toEqual(['course/one.md', 'course/._alone', 'course/Geb\u00e4ude.png']);
    expect(refused).toEqual([]);
  });

  it.each<[what: string, name: string | Buffer, flags: number, path: string]>([
    ['UTF-8, and says so', 'Gebäude/日本.md', 0x800, 'Gebäude/日本.md'],
    ['UTF-8 as macOS writes it, without saying so', 'Geba\u0308ude/日本.md', 0, 'Gebäude/日本.md'],
    ['the code page of MS-DOS, as Windows writes it', Buffer.from([0x47, 0x65, 0x62, 0x84, 0x75, 0x64, 0x65, 0x5c, 0x81]), 0, 'Gebäude/ü'],
    ['letters that all have', 'course/one.md', 0, 'course/one.md'],
  ])('has names in %s', async (_what, name, flags, path) => {
    const { files, refused } = await read(zipBytes([{ name, flags, bytes: 'x' }]));
    expect([[...files.keys()], refused]).toEqual([[path], []]);
  });

  const bad: [string, ZipEntry[], RegExp][] = [
    ['leads out', [{ name: '../evil', bytes: 'x' }], /contains “\.” or “\.\.”/],
    ['reads as another name', [{ name: 'files/exe.\u202etxt', bytes: 'x' }], /invisible or change the text direction/],
    ['has an invisible character', [{ name: 'files/a\u2060.txt', bytes: 'x' }], /invisible or change the text direction/],
    ['leads out further in', [{ name: 'a/../../evil', bytes: 'x' }], /contains “\.” or “\.\.”/],
    ['is absolute', [{ name: '/etc/passwd', bytes: 'x' }], /absolute/],
    ['names a drive', [{ name: 'C:/evil', bytes: 'x' }], /absolute/],
    ['leads out by backslashes', [{ name: 'a\\..\\evil', bytes: 'x' }], /contains “\.” or “\.\.”/],
    ['mixes both slashes', [{ name: 'a/b\\c', bytes: 'x' }], /backslash/],
    ['is in a git folder', [{ name: 'a/.git/hooks/post-checkout', bytes: 'x' }], /git folder/],
    ['is in a git folder spelled otherwise', [{ name: 'a/.GiT/config', bytes: 'x' }], /git folder/],
    ['is in a git folder of Windows', [{ name: 'a/git~1/config', bytes: 'x' }], /git folder/],
    ['has control characters', [{ name: 'a\nb', bytes: 'x' }], /control/],
    ['is nothing', [{ name: '', bytes: 'x' }], /empty/],
    ['is a link', [{ name: 'link', bytes: '/etc/passwd', mode: 0o120777 }], /Links/],
    ['is a device', [{ name: 'null', mode: 0o020666 }], /regular files/],
    ['is a pipe', [{ name: 'pipe', mode: 0o010666 }], /regular files/],
    ['is a folder by its mode alone', [{ name: 'folder', bytes: 'x', mode: 0o040755 }], /regular files/],
    ['is encrypted', [{ name: 'secret', bytes: 'x', flags: 0x801 }], /encrypted/],
    ['is packed in an unknown way', [{ name: 'packed', bytes: 'x', method: 14 }], /unsupported compression/],
    ['is doubled', [GOOD, { ...GOOD, bytes: 'other' }], /has the same name/],
    [
      'differs in case alone',
      [GOOD, { name: 'GOOD/file.txt'.replace('GOOD', 'good').replace('file', 'FILE'), bytes: 'x' }],
      /only in case/,
    ],
    ['is in a folder that differs in case', [GOOD, { name: 'Good/other.txt', bytes: 'x' }], /spelled differently/],
    [
      'is in a file',
      [
        { name: 'a', bytes: 'x' },
        { name: 'a/b', bytes: 'x' },
      ],
      /name of a file/,
    ],
    [
      'has the name of a folder',
      [
        { name: 'a/b', bytes: 'x' },
        { name: 'a', bytes: 'x' },
      ],
      /A folder has this name/,
    ],
    ['is larger than it says', [{ name: 'lied', bytes: 'x'.repeat(1000), size: 10, isDeflated: true }], /larger than the zip declares/],
    ['is smaller than it says', [{ name: 'lied', bytes: 'x', size: 10, isDeflated: true }], /smaller than the zip declares/],
    ['has another checksum', [{ name: 'lied', bytes: 'x', crc: 1 }], /checksum/],
    ['cannot be inflated', [{ name: 'noise', bytes: 'no deflate stream', method: 8 }], /cannot be unpacked/],
    ['is too large', [{ name: 'large', bytes: Buffer.alloc(MB + 1), isDeflated: true }], /larger than 1 MB/],
    ['is too large and lies', [{ name: 'large', bytes: Buffer.alloc(MB + 1), size: 5, isDeflated: true }], /larger than the zip declares/],
  ];
  it.each(bad)('with a file that %s refuses only that file', async (_, entries, reason) => {
    const { files, refused } = await read(zipBytes([...entries, { name: 'kept/file', bytes: 'kept' }]));
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatch(reason);
    expect(files.size).toBe(entries.length);
    expect(Buffer.from(files.get('kept/file') ?? '').toString()).toBe('kept');
  });

  it('is refused if it unpacks to too much, even if its files are not read', async () => {
    const megabyte = { bytes: Buffer.alloc(MB), isDeflated: true };
    const honest = Array.from({ length: 5 }, (_, index) => ({ ...megabyte, name: `file-${index}` }));
    await expect(read(zipBytes(honest))).rejects.toMatchObject({ code: 'too_large', message: 'The zip unpacks to more than 4 MB.' });
    const wrong = honest.map((entry) => ({ ...entry, crc: 1 }));
    await expect(read(zipBytes(wrong))).rejects.toMatchObject({ code: 'too_large' });
  });

  it('is refused if it lists too many files', async () => {
    const many = Array.from({ length: 51 }, (_, index) => ({ name: `file-${index}`, bytes: '' }));
    await expect(read(zipBytes(many))).rejects.toMatchObject({ code: 'too_large', message: 'The zip contains more than 50 files.' });
  });

  it('is refused if it is not a zip, is truncated or is inconsistent', async () => {
    const whole = zipBytes([GOOD, { name: 'other', bytes: 'x' }]);
    for (const bytes of [
      Buffer.from('no zip'),
      Buffer.alloc(0),
      whole.subarray(0, whole.length - 30),
      zipBytes([GOOD], { entryCount: 3 }),
    ]) {
      await expect(read(bytes)).rejects.toMatchObject({
        code: 'refused',
        message: expect.stringMatching(/^This zip cannot be read: /),
      });
    }
  });

  it('has its small metadata files in memory, up to a limit', async () => {
    const path = join(folder, 'sheets.zip');
    await writeFile(
      path,
      zipBytes([
        { name: 'a/lesson.yaml', bytes: 'sequence: 1', isDeflated: true },
        { name: 'b/lesson.yaml', bytes: 'x'.repeat(200) },
        { name: 'a/data.csv', bytes: 'a,b' },
        { name: 'c/', mode: 0o040755 },
      ]),
    );
    const told: [number, number][] = [];
    const options = {
      isKept: (name: string) => name.endsWith('.yaml'),
      onRead: (done: number, total: number) => void told.push([done, total]),
    };
    using zip = await CheckedZip.open(path, { ...LIMITS, keptBytes: 100, allKeptBytes: 100 }, options);
    expect([...zip.files].map(([name, bytes]) => [name, bytes instanceof Uint8Array ? String(bytes) : bytes.size])).toEqual([
      ['a/lesson.yaml', 'sequence: 1'],
      ['b/lesson.yaml', 200],
      ['a/data.csv', 3],
    ]);
    expect(told).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
    ]);
    await expect(CheckedZip.open(path, { ...LIMITS, keptBytes: 100, allKeptBytes: 10 }, options)).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it('stops on its signal', async () => {
    const path = join(folder, 'stopped.zip');
    await writeFile(path, zipBytes([GOOD]));
    await expect(readZip(path, LIMITS, AbortSignal.abort())).rejects.toThrow(/abort/i);
  });
});
