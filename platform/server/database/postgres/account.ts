import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DatabaseStartError } from '../start-error.ts';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root, so it gets a system account without a login. */
const NAME = 'lessonwright-db';

/** Ids of a system account. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the account that PostgreSQL runs as: null for this process's own, or, for root, a system account created on
 * first use.
 * @throws DatabaseStartError if it doesn't exist and can't be created.
 */
export async function databaseAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const found = await findAccount();
  if (found) return found;
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  const failure = await run('useradd', [...options, NAME]).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  // Another server may have created it at the same moment.
  const account = await findAccount();
  if (account) return account;
  throw new DatabaseStartError(
    `PostgreSQL does not run as root, and couldn’t create the account ${NAME} (${failure}). ` +
      'Start the server as a regular user, or set DATABASE_URL to your own PostgreSQL server.',
  );
}

async function findAccount(): Promise<Account | null> {
  const ids = await Promise.all([run('id', ['-u', NAME]), run('id', ['-g', NAME])]).catch(() => null);
  return ids && { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
}
