import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createLoginLink,
  createToken,
  findActiveUserByEmail,
  resetSecondFactorsOfUser,
  toActor,
  unlockSignIn,
  type User,
} from './accounts/index.ts';
import { readConfig, type Config } from './platform/config.ts';
import { openDatabase, type Database } from './platform/database/database.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import { lockDataFolder } from './platform/data-folder-lock.ts';
import { alignBranches, checkSettings, restoreBackup, writeBackup, moveBlobs, moveDatabase } from './operations/index.ts';

const USAGE = `node server/src/command-line.ts token <email> [name]
node server/src/command-line.ts invite <email>
node server/src/command-line.ts reset-second-factor <email>
node server/src/command-line.ts backup <file>
node server/src/command-line.ts restore <file>
node server/src/command-line.ts align-branches
node server/src/command-line.ts move --database <built-in|postgresql://…>
node server/src/command-line.ts move --blobs <s3|folder>
node server/src/command-line.ts unlock <email>
node server/src/command-line.ts check-config

token prints a new personal token for the user with this address. invite prints a one-time link for choosing a new password, for
example for an owner who forgot it. reset-second-factor removes the authenticator apps and passkeys of a user who lost them. The server
may be running.

backup writes all data to one zip; the server may be running. restore writes it to an empty data folder and database. move copies the
database to another location, or the files between the data folder and the S3 bucket of the settings. The server must be stopped for
restore and move.

align-branches sets the branches of the repositories back to the commits that the database names, after the database was restored to an
earlier moment. The server must be stopped.

unlock lets a user sign in again after too many wrong passwords. check-config checks the settings of the environment and what they
name, and starts nothing. See docs/operating.md.`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Administration on the machine itself, without signing in. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { database: { type: 'string' }, blobs: { type: 'string' } },
  });
  const [verb, what, name, ...rest] = positionals;
  if (verb === 'check-config' && what === undefined) return checkConfig();
  const config = readConfig(process.env);
  if (verb === 'align-branches' && what === undefined) return withFolderLock(config, () => align(config));
  const isPlain = values.database === undefined && values.blobs === undefined;
  if (verb === 'move' && what === undefined && !isPlain) return withFolderLock(config, () => move(config, values));
  if (!isPlain || what === undefined || rest.length > 0 || (name !== undefined && verb !== 'token')) throw new Error(USAGE);
  switch (verb) {
    case 'token':
      return withUser(config, what, (database, user) => makeToken(database, user, name));
    case 'invite':
      return withUser(config, what, ({ db }, user) => createLoginLink({ db, config }, user));
    case 'reset-second-factor':
      return withUser(config, what, ({ db }, user) => resetSecondFactorsOfUser(db, user));
    case 'unlock':
      return withUser(config, what, async ({ db }, { email }) => {
        await unlockSignIn(db, email, 'command line');
        return `${email} can sign in again.`;
      });
    case 'backup':
      return backUp(config, resolve(what));
    case 'restore':
      return withFolderLock(config, () => restore(config, resolve(what)));
    case undefined:
    default:
      throw new Error(USAGE);
  }
}

async function checkConfig(): Promise<void> {
  const findings = await checkSettings(process.env);
  for (const { kind, text } of findings) print(`${kind.padEnd(7)} ${text}`);
  if (findings.some(({ kind }) => kind === 'error')) process.exitCode = 1;
}

/** Runs work for which the server must be stopped. */
async function withFolderLock(config: Config, work: () => Promise<void>): Promise<void> {
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
  if (database !== undefined) next.push(await moveDatabase(config, database, print));
  if (blobs !== undefined) next.push(await moveBlobs(config, blobs, print));
  print(['Done. The source was not changed.', ...next].join(' '));
}

async function align(config: Config): Promise<void> {
  const file = await alignBranches(config, print);
  print(`Done. Where branches were is in ${file}. You can start the server now.`);
}

async function backUp(config: Config, file: string): Promise<void> {
  await writeBackup(config, file, print);
  print(`Done: ${file}. It contains all content and password hashes. Keep it safe.`);
}

async function restore(config: Config, file: string): Promise<void> {
  await restoreBackup(config, file, print);
  print(`Done. ${config.dataFolder} is restored. You can start the server now.`);
}

async function withUser(config: Config, email: string, work: (database: Database, user: User) => Promise<string>): Promise<void> {
  const database = await openDatabase(config);
  try {
    await migrateToLatest(database.db);
    const user = await findActiveUserByEmail(database.db, email.toLowerCase());
    if (user === null) throw new Error(`No user with access has the address ${email}.`);
    print(await work(database, user));
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
