import type { Config } from '#platform/server/config.ts';
import { databaseUrlProblem } from '#platform/server/database/database-url.ts';
import { openDatabase, type Database } from '#platform/server/database/database.ts';
import { DatabaseStartError } from '#platform/server/database/start-error.ts';
import { fillDatabase, withSnapshot } from '#platform/server/database/transfer/content.ts';
import { prepareTables } from '#platform/server/database/transfer/prepare.ts';

/** Location of a database: the address of a server, or `built-in` for the one in the data folder. */
export type DatabaseTarget = string;

/**
 * Copies the database of the settings to another location: a server, or the data folder. The server must be stopped.
 * The source is not changed; the target must be empty, and is complete afterwards or stays empty, so an interrupted
 * move can simply be repeated.
 * @returns What to do next.
 * @throws DatabaseStartError if the target isn't empty, can't be used, or the result differs.
 */
export async function moveDatabase(config: Config, target: DatabaseTarget, tell: (line: string) => void): Promise<string> {
  const targetUrl = target === 'built-in' ? null : target;
  const problem = targetUrl === null ? null : databaseUrlProblem(targetUrl);
  if (problem !== null)
    throw new DatabaseStartError(`The target must be built-in or the address of a server, postgresql://…: it ${problem}`);
  if (targetUrl === config.databaseUrl) throw new DatabaseStartError('The target is the database that is already in use.');
  await using opened = new AsyncDisposableStack();
  const open = async (databaseUrl: string | null): Promise<Database> => {
    const database = await openDatabase({ ...config, databaseUrl, isOwner: true });
    opened.defer(() => database.close());
    return database;
  };
  const from = await open(config.databaseUrl);
  const to = await open(targetUrl);
  const isNew = await withSnapshot(from, async (snapshot) => {
    await prepareTables(to, snapshot.migrations);
    return fillDatabase(to, snapshot, (name, rows) => tell(`${name}: ${rows} rows`));
  });
  tell(isNew ? 'All tables verified: the copy is identical.' : 'The target was already identical; nothing was written.');
  return targetUrl === null ? 'Start the server without DATABASE_URL.' : 'Start the server with DATABASE_URL set to the new address.';
}
