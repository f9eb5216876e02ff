import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readBuildReport } from './build-source.ts';
import { readAtMost } from './follow-install.ts';
import { boundBytes, watchDisk, withoutPasswords } from './installer-sandbox.ts';
import { InstallError } from './run-installer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lessonwright-report-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (pieces: readonly (string | Buffer)[], mostBytes = 10) =>
  readBuildReport(Readable.from(pieces.map((piece) => Buffer.from(piece))), join(folder, 'wheel'), mostBytes);

it('streams a wheel into a file and returns its hash', async () => {
  const report = await read(['{"wheel": "a-1-py3', '-none-any.whl"}\n01', '234']);
  expect(report?.line).toEqual({ wheel: 'a-1-py3-none-any.whl' });
  expect(report?.sha256).toBe(createHash('sha256').update('01234').digest('hex'));
  expect(readFileSync(join(folder, 'wheel'), 'utf8')).toBe('01234');
});

it('is null for a build that reported nothing', async () => {
  expect(await read([])).toBeNull();
  expect(await read(['{"wheel"'])).toBeNull();
});

it.each<[what: string, pieces: (string | Buffer)[], error: string]>([
  ['a wheel that is too large', ['{"wheel": "a.whl"}\n', '0'.repeat(11)], 'The wheel is too large'],
  ['an endless line', Array.from({ length: 20 }, () => Buffer.alloc(100_000, 0x61)), 'The report of the build is too long'],
  ['a path', ['{"wheel": "../a.whl"}\n'], 'neither its requirements nor a wheel'],
  ['an option', ['{"wheel": "-a.whl"}\n'], 'neither its requirements nor a wheel'],
  ['invalid JSON', ['hello\n'], 'neither its requirements nor a wheel'],
])('refuses %s', async (_, pieces, error) => {
  const failure = await read(pieces).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(InstallError);
  expect(String(failure)).toContain(error);
});

it('leaves no part of a rejected wheel', async () => {
  await expect(read(['{"wheel": "a.whl"}\n', '0'.repeat(11)])).rejects.toThrow(InstallError);
  expect(existsSync(join(folder, 'wheel'))).toBe(false);
});

it('stops reading endless output', async () => {
  const endless = new Readable({ read: (size) => void endless.push(Buffer.alloc(size)) });
  await expect(readAtMost(endless, 100_000)).rejects.toThrow(InstallError);
  expect(endless.destroyed).toBe(true);
});

it('ends a stream of files that is longer than allowed', async () => {
  const stream = new PassThrough();
  stream.end('123456');
  await expect(readAtMost(stream.pipe(boundBytes(5)), 100)).rejects.toThrow('files that are too large');
});

it('ends an installation that fills the disk', async () => {
  const sizes = [100, 100, 49];
  const filled = Promise.withResolvers<void>();
  const stop = await watchDisk(folder, 50, filled.resolve, () => Promise.resolve(sizes.shift() ?? 49), 1);
  await filled.promise;
  stop();
  expect(sizes).toEqual([]);
});

it('hides the password of an index', () => {
  expect(withoutPasswords('GET https://name:pass@example.org/simple failed')).toBe('GET https://example.org/simple failed');
});
