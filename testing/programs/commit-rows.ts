import { openDatabase } from '#platform/server/database/database.ts';

// Commits numbered rows, starting after existing ones, until it is killed; prints each number once its commit was acknowledged.
// If the database fails it continues with the next number. Argument: the data folder.

const [dataFolder = ''] = process.argv.slice(2);
const { db } = await openDatabase({ dataFolder, databaseUrl: null, isOwner: true });
const found = await db
  .selectFrom('settings')
  .select(({ fn }) => fn.countAll<number>().as('rows'))
  .executeTakeFirstOrThrow();
for (let number = found.rows; ; number++) {
  const insert = db.transaction().execute((tx) =>
    tx
      .insertInto('settings')
      .values({ key: `row-${number}`, value: '{}' })
      .execute(),
  );
  await insert.then(
    () => process.stdout.write(`${number}\n`),
    () => process.stdout.write('failed\n'),
  );
}
