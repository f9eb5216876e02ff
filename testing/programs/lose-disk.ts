import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { openDatabase } from '#server/platform/database/database.ts';

// Commits numbered rows, saying each number once its commit was acknowledged. After five of them the disk fails.
// Argument: the data folder.

const GOOD_COMMITS = 5;

const [dataFolder = ''] = process.argv.slice(2);
const { db } = await openDatabase({ dataFolder, databaseUrl: null });
for (let number = 0; ; number++) {
  if (number === GOOD_COMMITS) failDisk();
  await db
    .insertInto('settings')
    .values({ key: `row-${number}`, value: '{}' })
    .execute()
    .then(() => process.stdout.write(`${number}\n`))
    .catch(() => undefined);
}

function failDisk(): void {
  fs.fdatasyncSync = () => {
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  };
  syncBuiltinESMExports();
}
