import { pino } from 'pino';
import { z } from 'zod';
import { openDatabase } from '#platform/server/database/database.ts';
import { Notifications } from '#platform/server/database/notifications.ts';
import { defineQueue, Jobs } from '#platform/server/jobs.ts';

// Starts a job, reports that, and never finishes it. Arguments: the data folder, the address of the database or "".

const [dataFolder = '', databaseUrl = ''] = process.argv.slice(2);
const queue = defineQueue({ name: 'hang', policy: 'singleton', schema: z.object({ number: z.number() }) });
const database = await openDatabase({ dataFolder, databaseUrl: databaseUrl === '' ? null : databaseUrl });
const notifications = await Notifications.open(database, { log: pino({ level: 'warn' }) });
const jobs = await Jobs.start(database, { notifications });
await jobs.open(queue);
await database.db.transaction().execute((tx) => jobs.send(tx, queue, { number: 7 }, { singletonKey: 'one' }));
await jobs.work(queue, async ({ number }) => {
  process.stdout.write(`started ${number}\n`);
  await new Promise(() => {});
});
