import { parseArgs } from 'node:util';
import { makeLink } from './invitations/service.ts';
import { readConfig, type Config } from './platform/config.ts';
import { openDatabase, type Database } from './platform/database/database.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import { createToken } from './tokens/service.ts';
import { findActiveUserByEmail, toActor, type User } from './users/service.ts';

const USAGE = `node server/src/command-line.ts token <email> [name]
node server/src/command-line.ts invite <email>

The first prints a new personal token of the person with this address, the second a one-time link by which this person
chooses a new password: the way back in for an owner who forgot it. With the embedded database the server must be stopped
meanwhile; while it runs, both are made on the account page.`;

/** What can be done at the machine itself, without signing in. */
async function main(): Promise<void> {
  const [verb, email, name, ...rest] = parseArgs({ allowPositionals: true }).positionals;
  const isKnown = verb === 'token' || (verb === 'invite' && name === undefined);
  if (!isKnown || email === undefined || rest.length > 0) throw new Error(USAGE);
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  try {
    await migrateToLatest(database.db);
    const user = await getUser(database, email);
    process.stdout.write(`${verb === 'token' ? await makeToken(database, user, name) : await invite(database, config, user)}\n`);
  } finally {
    await database.close();
  }
}

async function getUser({ db }: Database, email: string): Promise<User> {
  const user = await findActiveUserByEmail(db, email.toLowerCase());
  if (user === null) throw new Error(`Nobody with access has the address ${email}.`);
  return user;
}

async function makeToken({ db }: Database, user: User, name = 'command line'): Promise<string> {
  return (await createToken({ db }, toActor(user), { name, address: 'command line' })).token;
}

function invite({ db }: Database, config: Config, user: User): Promise<string> {
  return makeLink({ db, config }, user);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
