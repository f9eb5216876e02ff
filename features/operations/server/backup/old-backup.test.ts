import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBlobReader } from '#platform/server/blobs/open-blob-store.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { createTestDatabasePlace } from '#testing/database.ts';
import { restoreBackup } from './restore-backup.ts';

/** Created by version 0.1, which backed up a stopped server and copied every file of the repositories. */
const OLD = join(import.meta.dirname, 'made-while-stopped.zip');

it('restores an old backup made while the server was stopped', async () => {
  const place = await createTestDatabasePlace('empty');
  const config = readConfig({ LESSONWRIGHT_DATA: place.dataFolder, DATABASE_URL: place.databaseUrl });
  const { repositories } = await restoreBackup(config, OLD, () => undefined);
  expect(Object.keys(repositories)).toEqual(['working.git', 'content.git']);
  for (const [name, heads] of Object.entries(repositories)) {
    const refs = execFileSync('git', [`--git-dir=${join(place.dataFolder, name)}`, 'for-each-ref', '--format=%(objectname) %(refname)']);
    expect(refs.toString().trim().split('\n')).toEqual(heads);
  }
  const sizes: number[] = [];
  for await (const { size } of (await openBlobReader(config)).list()) sizes.push(size);
  expect(sizes).toEqual(['Of an old backup'.length]);
  const database = await openDatabase(place);
  const row = await database.db.selectFrom('settings').select('value').where('key', '=', 'of-an-old-backup').executeTakeFirstOrThrow();
  expect(row.value).toEqual({ kept: '\u2028' });
  await database.close();
  await place.remove();
});
