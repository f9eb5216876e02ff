import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

// Unpacks archives that a hostile package may have written, entry by entry, without a sandbox around it.

const PROGRAM = resolve(import.meta.dirname, '../../languages/python/unpack_tree.py');
const BLOCK = 512;
const TYPES = { file: '0', hard: '1', link: '2', character: '3', block: '4', folder: '5', pipe: '6' };

interface Entry {
  readonly type: keyof typeof TYPES;
  readonly name: string;
  readonly target?: string;
  readonly text?: string;
  readonly mode?: number;
  /** As the header claims. */
  readonly size?: number;
}

const file = (name: string, text = 'x'): Entry => ({ type: 'file', name, text });
const link = (name: string, target: string): Entry => ({ type: 'link', name, target });
const hard = (name: string, target: string): Entry => ({ type: 'hard', name, target });

/** Encodes one entry of a tar stream (ustar). */
function bytesOf({ type, name, target = '', text = '', mode = 0o644, size = Buffer.byteLength(text) }: Entry): Buffer {
  const header = Buffer.alloc(BLOCK);
  const number = (value: number, at: number, length: number) => header.write(value.toString(8).padStart(length - 1, '0'), at);
  header.write(name, 0, 100);
  number(mode, 100, 8);
  number(size, 124, 12);
  header.write(' '.repeat(8), 148);
  header.write(TYPES[type], 156);
  header.write(target, 157, 100);
  header.write('ustar\u000000', 257);
  number(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / BLOCK) * BLOCK);
  body.write(text);
  return Buffer.concat([header, body]);
}

const END = Buffer.alloc(2 * BLOCK);
const archiveOf = (entries: readonly Entry[]) => Buffer.concat([...entries.map(bytesOf), END]);

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lessonwright-unpack-'));
  folder = join(home, 'made');
  mkdirSync(folder);
  writeFileSync(join(home, 'outside'), 'kept');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function unpack(archive: Buffer, { bytes = 10_000, entries = 100 } = {}) {
  const { status, stderr } = spawnSync('/usr/bin/python3', ['-I', PROGRAM, folder, String(bytes), String(entries)], {
    input: archive,
    encoding: 'utf8',
  });
  return { status, said: stderr.trim() };
}

/** Lists what was unpacked: paths, with the target of links. */
async function made(): Promise<string[]> {
  // Unlike the synchronous version, this one doesn't follow links.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const shown = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return relative(folder, path) + (entry.isSymbolicLink() ? ` -> ${readlinkSync(path)}` : '');
  });
  return shown.sort();
}

it('files, folders and inner links are unpacked, without special permissions', async () => {
  const entries: Entry[] = [
    { type: 'folder', name: './' },
    { type: 'folder', name: './tool/R' },
    { ...file('./tool/R/run', 'text'), mode: 0o4755 },
    { ...file('./tool/R/data', 'text'), mode: 0o666 },
    link('./tool/near', 'R/data'),
    link('./tool/R/up', '../../other/data'),
    hard('./also/same', './tool/R/data'),
  ];
  expect(unpack(archiveOf(entries))).toEqual({ status: 0, said: '' });
  expect(await made()).toEqual([
    'also',
    'also/same',
    'tool',
    'tool/R',
    'tool/R/data',
    'tool/R/run',
    'tool/R/up -> ../../other/data',
    'tool/near -> R/data',
  ]);
  const modeOf = (path: string) => lstatSync(join(folder, path)).mode & 0o7777;
  expect([modeOf('tool/R/run') & 0o7111, modeOf('tool/R/data') & 0o7133]).toEqual([0o111, 0]);
});

describe('left out is', () => {
  it.each<[what: string, entries: Entry[], left?: string[]]>([
    ['an absolute name', [file('/tmp/lessonwright-unpack-absolute'), { type: 'folder', name: '/tmp/lessonwright-unpack-absolute' }]],
    ['a name that leads up', [file('../outside', 'changed'), file('a/../../outside', 'changed'), { type: 'folder', name: '..' }]],
    ['a link to an absolute name', [link('l', '/etc/passwd'), link('m', '/')]],
    ['a link that leads up', [link('l', '..'), link('m', '../outside'), link('n', 'a/../../outside'), link('a/o', '../../outside')]],
    [
      'a link that leads up through another link',
      [link('a/b/root', '../..'), link('l', 'a/b/root/../outside')],
      ['a', 'a/b', 'a/b/root -> ../..'],
    ],
    [
      'a link that leads up through one that comes later',
      [link('l', 'a/b/root/../outside'), link('a/b/root', '../..')],
      ['a', 'a/b', 'a/b/root -> ../..'],
    ],
    ['what goes through a link', [{ type: 'folder', name: 'd' }, link('l', 'd'), file('l/x'), link('l/y', 'x')], ['d', 'l -> d']],
    ['an entry that replaces another', [file('x', '1'), link('x', 'y'), hard('x', 'x'), file('x', '2')], ['x']],
    ['a hard link to outside', [hard('h', '../outside'), hard('i', '/etc/passwd'), hard('j', 'nothing')]],
    [
      'a hard link to a link, which resolves differently there',
      [file('a/outside'), link('a/b/l', '../outside'), hard('h', 'a/b/l')],
      ['a', 'a/b', 'a/b/l -> ../outside', 'a/outside'],
    ],
    ['a hard link through a link', [file('d/x'), link('l', 'd'), hard('h', 'l/x')], ['d', 'd/x', 'l -> d']],
    [
      'a device and a pipe',
      [
        { type: 'character', name: 'c' },
        { type: 'block', name: 'b' },
        { type: 'pipe', name: 'p' },
      ],
    ],
  ])('%s', async (_, entries, left = []) => {
    expect(unpack(archiveOf(entries))).toEqual({ status: 0, said: '' });
    expect(await made()).toEqual(left);
    expect(readdirSync(home).sort()).toEqual(['made', 'outside']);
    expect(readFileSync(join(home, 'outside'), 'utf8')).toBe('kept');
    expect(existsSync('/tmp/lessonwright-unpack-absolute')).toBe(false);
  });
});

describe('it ends', () => {
  const many = Array.from({ length: 6 }, (_, index) => file(String(index), '0123456789'));

  it('with too many entries, including those that are skipped', () => {
    expect(unpack(archiveOf(many), { entries: 6 }).status).toBe(0);
    const ended = { status: 1, said: 'The installation created too many files.' };
    expect(unpack(archiveOf(many), { entries: 5 })).toEqual(ended);
    expect(unpack(archiveOf(Array.from({ length: 6 }, () => link('l', '..'))), { entries: 5 })).toEqual(ended);
  });

  it('with files that are too large, before it writes the excess', async () => {
    expect(unpack(archiveOf(many), { bytes: 60 }).status).toBe(0);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    const ended = { status: 1, said: 'The installation wrote files that are too large.' };
    expect(unpack(archiveOf(many), { bytes: 59 })).toEqual(ended);
    expect(await made()).toEqual(['0', '1', '2', '3', '4']);
    expect(unpack(archiveOf([{ ...file('huge'), size: 0o7777_7777_777 }]))).toEqual(ended);
  });

  it('ends without an error if the archive is cut off or invalid', () => {
    for (const archive of [Buffer.alloc(0), Buffer.from('no archive'), archiveOf([file('a')]).subarray(0, BLOCK + 1)]) {
      expect(unpack(archive)).toEqual({ status: 0, said: '' });
    }
  });
});
