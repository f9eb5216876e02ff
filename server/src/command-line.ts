import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeLink, createToken, findActiveUserByEmail, toActor, type User } from './accounts/index.ts';
import { readConfig, type Config } from './platform/config.ts';
import { openDatabase, type Database } from './platform/database/database.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import { lockDataFolder } from './platform/product-lock.ts';
import { restoreBackup, writeBackup, moveBlobs, moveDatabase } from './operations/index.ts';

const USAGE = `node server/src/command-line.ts token <email> [name]
node server/src/command-line.ts invite <email>
node server/src/command-line.ts backup <file>
node server/src/command-line.ts restore <file>
node server/src/command-line.ts move --database <built-in|postgresql://…>
node server/src/command-line.ts move --blobs <s3|folder>

token prints a new personal token of the person with this address, invite a one-time link by which this person chooses a new
password: the way back in for an owner who forgot it. The server may run at the same time.

backup writes everything into one zip, also while the server runs. restore puts it into an empty data folder and database. move copies
the database of the settings to another place, or the files to the bucket of the settings and back. For these two the server must be
stopped. docs/operating.md has more.`;

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

/** Administration on the machine itself, without signing in. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { database: { type: 'string' }, blobs: { type: 'string' } },
  });
  const [verb, what, name, ...rest] = positionals;
  const config = readConfig(process.env);
  const isPlain = values.database === undefined && values.blobs === undefined;
  if (verb === 'move' && what === undefined && !isPlain) return alone(config, () => move(config, values));
  if (!isPlain || what === undefined || rest.length > 0 || (name !== undefined && verb !== 'token')) throw new Error(USAGE);
  switch (verb) {
    case 'token':
      return withUser(config, what, (database, user) => makeToken(database, user, name));
    case 'invite':
      return withUser(config, what, ({ db }, user) => makeLink({ db, config }, user));
    case 'backup':
      return backUp(config, resolve(what));
    case 'restore':
      return alone(config, () => restore(config, resolve(what)));
    case undefined:
    default:
      throw new Error(USAGE);
  }
}

/** Runs work for which the server must be stopped. */
async function alone(config: Config, work: () => Promise<void>): Promise<void> {
  const lock = await lockDataFolder(config.dataFolder);
  try {
    await work();
  } finally {
    lock.release();
  }
}

async function move(config: Config, { database, blobs }: { database?: string; blobs?: string }): Promise<void> {
  if (blobs !== undefined && blobs !== 's3' && blobs !== 'folder') throw new Error(USAGE);
  const next: string[] = [];
  if (database !== undefined) next.push(await moveDatabase(config, database, tell));
  if (blobs !== undefined) next.push(await moveBlobs(config, blobs, tell));
  tell(['Done. The source is as it was.', ...next].join(' '));
}

async function backUp(config: Config, file: string): Promise<void> {
  await writeBackup(config, file, tell);
  tell(`Done: ${file}. It holds password hashes and everything that was written: keep it safe.`);
}

async function restore(config: Config, file: string): Promise<void> {
  await restoreBackup(config, file, tell);
  tell(`Done. Start the product: ${config.dataFolder} is as it was when the backup was made.`);
}

async function withUser(config: Config, email: string, work: (database: Database, user: User) => Promise<string>): Promise<void> {
  const database = await openDatabase(config);
  try {
    await migrateToLatest(database.db);
    const user = await findActiveUserByEmail(database.db, email.toLowerCase());
    if (user === null) throw new Error(`Nobody with access has the address ${email}.`);
    tell(await work(database, user));
  } finally {
    await database.close();
  }
}

async function makeToken({ db }: Database, user: User, name = 'command line'): Promise<string> {
  return (await createToken({ db }, toActor(user), { name, address: 'command line' })).token;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
