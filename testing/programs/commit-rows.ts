import { openDatabase } from '#server/platform/database/database.ts';

// Commits numbered rows, on from those that it finds, until it is killed; says each number once its commit was
// acknowledged. Argument: the data folder.

const [dataFolder = ''] = process.argv.slice(2);
const { db } = await openDatabase({ dataFolder, databaseUrl: null });
const found = await db
  .selectFrom('settings')
  .select(({ fn }) => fn.countAll<number>().as('rows'))
  .executeTakeFirstOrThrow();
for (let number = found.rows; ; number++) {
  await db.transaction().execute((tx) =>
    tx
      .insertInto('settings')
      .values({ key: `row-${number}`, value: '{}' })
      .execute(),
  );
  process.stdout.write(`${number}\n`);
}
