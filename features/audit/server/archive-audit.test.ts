import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { archiveAudit } from './archive-audit.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'archive-audit-'));
  const entry = (at: string, action: string) => ({ at: new Date(at), action, subject: at, details: '{}' });
  await database.db
    .insertInto('audit_entries')
    .values([
      entry('2020-01-30T23:59:59Z', 'lesson.save'),
      entry('2020-01-30T12:00:00Z', 'git.push'),
      entry('2020-01-31T00:00:00Z', 'lesson.delete'),
    ])
    .execute();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const actions = async () =>
  (await database.db.selectFrom('audit_entries').select('action').orderBy('id').execute()).map(({ action }) => action);

it('deletes nothing if the file exists or cannot be written, or the day is wrong', async () => {
  const existing = join(folder, 'existing.csv');
  await writeFile(existing, 'kept');
  const archive = (day: string, file: string) => archiveAudit(database.db, { day, file });
  await expect(archive('2020-01-31', existing)).rejects.toThrow('EEXIST');
  expect(await readFile(existing, 'utf8')).toBe('kept');
  await expect(archive('2020-01-31', join(folder, 'nothing', 'here.csv'))).rejects.toThrow('ENOENT');
  await expect(archive('2020-02-31', join(folder, 'a.csv'))).rejects.toThrow('is not a day');
  await expect(archive('9999-01-01', join(folder, 'a.csv'))).rejects.toThrow('is in the future');
  expect(await archive('2019-01-01', join(folder, 'a.csv'))).toBe(0);
  expect(existsSync(join(folder, 'a.csv'))).toBe(false);
  expect(await actions()).toEqual(['lesson.save', 'git.push', 'lesson.delete']);
});

it('moves the entries before a day to a file, except pushes', async () => {
  const file = join(folder, 'until.csv');
  expect(await archiveAudit(database.db, { day: '2020-01-31', file })).toBe(1);
  const rows = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain('2020-01-30T23:59:59.000Z');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await actions()).toEqual(['git.push', 'lesson.delete', 'audit.archive']);
});
