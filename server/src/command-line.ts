import { parseArgs } from 'node:util';
import { readConfig } from './platform/config.ts';
import { openDatabase, type Database } from './platform/database/database.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import { createToken } from './tokens/service.ts';
import { findActiveUserByEmail, toActor } from './users/service.ts';

const USAGE = `node server/src/command-line.ts token <email> [name]

Prints a new personal token of the person with this address. With the embedded database the server must be stopped
meanwhile; while it runs, tokens are made on the account page.`;

/** What can be done at the machine itself, without signing in. */
async function main(): Promise<void> {
  const [verb, email, name = 'command line', ...rest] = parseArgs({ allowPositionals: true }).positionals;
  if (verb !== 'token' || email === undefined || rest.length > 0) throw new Error(USAGE);
  const database = await openDatabase(readConfig(process.env));
  try {
    await migrateToLatest(database.db);
    process.stdout.write(`${await makeToken(database, email, name)}\n`);
  } finally {
    await database.close();
  }
}

async function makeToken({ db }: Database, email: string, name: string): Promise<string> {
  const user = await findActiveUserByEmail(db, email.toLowerCase());
  if (user === null) throw new Error(`Nobody with access has the address ${email}.`);
  const { token } = await createToken({ db }, toActor(user), { name, address: 'command line' });
  return token;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
