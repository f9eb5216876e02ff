import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseFiles, tableNames } from './run-postgres.ts';

const MB = 2 ** 20;
let folder: string;
const blobs = { path: (sha256: string) => join(folder, sha256) };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-files-'));
  await writeFile(blobs.path('a'), 'x'.repeat(MB));
  await writeFile(blobs.path('b'), 'create table t (n int)');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const named = (...files: [name: string, sha256: string][]) => files.map(([name, sha256]) => ({ name, sha256 }));

it('reads scripts, then tables, and nothing else', async () => {
  const files = await databaseFiles(named(['data/t.csv', 'a'], ['z.sql', 'b'], ['notes.txt', 'a']), blobs, 2 * MB);
  expect(files.map(({ name }) => name)).toEqual(['z.sql', 'data/t.csv']);
});

it('rejects too many bytes before reading anything, and names the limit', async () => {
  await expect(databaseFiles(named(['one.csv', 'a'], ['two.csv', 'a']), blobs, 2 * MB)).resolves.toHaveLength(2);
  await expect(databaseFiles(named(['one.csv', 'a'], ['two.csv', 'a'], ['z.sql', 'b']), blobs, 2 * MB)).rejects.toThrow(
    'have 3 MB; a PostgreSQL lesson can load at most 2 MB',
  );
});

it.each<[string[], string[]]>([
  [['data/Birds.csv'], ['birds']],
  [
    ['birds.csv', 'data/trees.tsv'],
    ['birds', 'trees'],
  ],
  [
    ['2023/birds.csv', '2024/birds.csv'],
    ['2023_birds', '2024_birds'],
  ],
  [
    ['birds.csv', 'a/b/birds.tsv'],
    ['birds', 'a_b_birds'],
  ],
])('names the tables of %j', (paths, names) => {
  expect([...tableNames(paths).values()]).toEqual(names);
});

it('refuses two files for one table, and names both', () => {
  expect(() => tableNames(['birds.csv', 'birds.tsv'])).toThrow('The files birds.csv and birds.tsv would both be the table birds.');
});
