import { openDatabase } from '#server/platform/database/database.ts';

// Commits numbered rows until it is killed, and says each number once its commit was acknowledged.
// Arguments: the data folder, the first number.

const [dataFolder = '', first = '0'] = process.argv.slice(2);
const { db } = await openDatabase({ dataFolder, databaseUrl: null });
for (let number = Number(first); ; number++) {
  await db.transaction().execute((tx) =>
    tx
      .insertInto('settings')
      .values({ key: `row-${number}`, value: JSON.stringify({ number }) })
      .execute(),
  );
  process.stdout.write(`${number}\n`);
}
