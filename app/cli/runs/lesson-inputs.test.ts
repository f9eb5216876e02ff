import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findClone, listFolders, readFolders } from '../content-folders.ts';
import { ClonedFiles } from './lesson-inputs.ts';

let outside: string;
let root: string;

beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'lessonwright-outside-'));
  root = join(outside, 'clone');
  await mkdir(join(root, 'lessons/1-a/files'), { recursive: true });
  await writeFile(join(outside, 'secret'), 'Mine');
  await writeFile(join(root, 'lessons/1-a/files/own.csv'), 'a');
  await symlink(join(outside, 'secret'), join(root, 'lessons/1-a/files/link.csv'));
  await symlink(outside, join(root, 'lessons/1-a/files/folder'));
  await symlink(join(outside, 'secret'), join(root, 'lessons/1-a/lesson.yaml'));
  await symlink(outside, join(root, 'lessons/2-b'));
});
afterAll(() => rm(outside, { recursive: true, force: true }));

it.each([
  ['own.csv', true],
  ['link.csv', false],
  ['folder/secret', false],
  ['../../../../secret', false],
  ['none.csv', false],
])('reads %s of a lesson: %s', async (name, isRead) => {
  const added = new ClonedFiles().add(join(root, 'lessons/1-a/files'), name);
  const outcome = added.then(
    (sha256) => sha256.length === 64,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT',
  );
  expect(await outcome).toBe(isRead);
});

it('follows no link out of a clone', async () => {
  const all = await listFolders(await findClone(root));
  expect(all.lessons).toEqual(['1-a']);
  expect([...((await readFolders(root, 'lessons', all.lessons)).get('1-a')?.keys() ?? [])]).toEqual(['files/own.csv']);
  await symlink(outside, join(root, 'courses'));
  await expect(listFolders(root)).rejects.toThrow(/courses is a symbolic link\. In a content repository/);
});
