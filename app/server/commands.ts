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
} from '#features/accounts/server/index.ts';
import { alignBranches, checkSettings, restoreBackup, writeBackup, moveBlobs, moveDatabase } from '#features/operations/server/index.ts';
import { readConfig, type Config } from '#platform/server/config.ts';
import { lockDataFolder } from '#platform/server/data-folder-lock.ts';
import { openDatabase, type Database } from '#platform/server/database/database.ts';
import { migrateToLatest } from '#platform/server/database/migrate.ts';

const USAGE = `node app/server/command-line.ts token <email> [name]
node app/server/command-line.ts invite <email>
node app/server/command-line.ts reset-second-factor <email>
node app/server/command-line.ts backup <file>
node app/server/command-line.ts restore <file>
node app/server/command-line.ts align-branches
node app/server/command-line.ts move --database <built-in|postgresql://…>
node app/server/command-line.ts move --blobs <s3|folder>
node app/server/command-line.ts unlock <email>
node app/server/command-line.ts check-config

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

type Environment = Readonly<Record<string, string | undefined>>;
type Print = (line: string) => void;

/**
 * Runs one command of administration on the machine itself, without signing in. Returns false if it found an error that it
 * printed.
 * @throws Error with a message for the operator.
 */
export async function runAdministratorCommand(args: readonly string[], env: Environment, print: Print): Promise<boolean> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { database: { type: 'string' }, blobs: { type: 'string' } },
  });
  const [verb, what, name, ...rest] = positionals;
  if (verb === 'check-config' && what === undefined) return checkConfig(env, print);
  const config = readConfig(env);
  const isPlain = values.database === undefined && values.blobs === undefined;
  if (verb === 'align-branches' && what === undefined) await withFolderLock(config, () => align(config, print));
  else if (verb === 'move' && what === undefined && !isPlain) await withFolderLock(config, () => move(config, values, print));
  else if (!isPlain || what === undefined || rest.length > 0 || (name !== undefined && verb !== 'token')) throw new Error(USAGE);
  else if (verb === 'backup') await backUp(config, resolve(what), print);
  else if (verb === 'restore') await withFolderLock(config, () => restore(config, resolve(what), print));
  else print(await forUser(config, verb, what, name));
  return true;
}

function forUser(config: Config, verb: string | undefined, email: string, name: string | undefined): Promise<string> {
  switch (verb) {
    case 'token':
      return withUser(config, email, (database, user) => makeToken(database, user, name));
    case 'invite':
      return withUser(config, email, ({ db }, user) => createLoginLink({ db, config }, user));
    case 'reset-second-factor':
      return withUser(config, email, ({ db }, user) => resetSecondFactorsOfUser(db, user));
    case 'unlock':
      return withUser(config, email, async ({ db }, user) => {
        await unlockSignIn(db, user.email, 'command line');
        return `${user.email} can sign in again.`;
      });
    case undefined:
    default:
      throw new Error(USAGE);
  }
}

async function checkConfig(env: Environment, print: Print): Promise<boolean> {
  const findings = await checkSettings(env);
  for (const { kind, text } of findings) print(`${kind.padEnd(7)} ${text}`);
  return findings.every(({ kind }) => kind !== 'error');
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

async function move(config: Config, { database, blobs }: { database?: string; blobs?: string }, print: Print): Promise<void> {
  if (blobs !== undefined && blobs !== 's3' && blobs !== 'folder') throw new Error(USAGE);
  const next: string[] = [];
  if (database !== undefined) next.push(await moveDatabase(config, database, print));
  if (blobs !== undefined) next.push(await moveBlobs(config, blobs, print));
  print(['Done. The source was not changed.', ...next].join(' '));
}

async function align(config: Config, print: Print): Promise<void> {
  const file = await alignBranches(config, print);
  print(`Done. Where branches were is in ${file}. You can start the server now.`);
}

async function backUp(config: Config, file: string, print: Print): Promise<void> {
  await writeBackup(config, file, print);
  print(`Done: ${file}. It contains all content and password hashes. Keep it safe.`);
}

async function restore(config: Config, file: string, print: Print): Promise<void> {
  await restoreBackup(config, file, print);
  print(`Done. ${config.dataFolder} is restored. You can start the server now.`);
}

async function withUser(config: Config, email: string, work: (database: Database, user: User) => Promise<string>): Promise<string> {
  const database = await openDatabase(config);
  try {
    await migrateToLatest(database.db);
    const user = await findActiveUserByEmail(database.db, email.toLowerCase());
    if (user === null) throw new Error(`No user with access has the address ${email}.`);
    return await work(database, user);
  } finally {
    await database.close();
  }
}

async function makeToken({ db }: Database, user: User, name = 'command line'): Promise<string> {
  return (await createToken({ db }, toActor(user), { name, address: 'command line' })).token;
}
