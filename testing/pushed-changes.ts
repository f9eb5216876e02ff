import type { Client as PgClient } from 'pg';
import type { TestCodeHost } from './code-hosts/start-code-host.ts';

/** The states of all changes by their ids, on a connection of the test. */
export async function changeStates(database: PgClient): Promise<Map<string, string>> {
  const { rows } = await database.query<{ uuid: string; state: string }>('select uuid, state from changes');
  return new Map(rows.map(({ uuid, state }) => [uuid, state]));
}

/** The changes that the commits of the code host name, as often as they do. */
export async function changeIdsAtHost({ repository }: TestCodeHost): Promise<string[]> {
  const log = await repository.text(['log', '--format=%(trailers:key=Change-Id,valueonly)', '--branches']);
  return log.split('\n').filter((line) => line !== '');
}

/** The address of the server that writes to git; null: none does. */
export async function gitHolder(database: PgClient): Promise<string | null> {
  const { rows } = await database.query<{ url: string }>('select url from servers join cluster on git_holder = servers.id');
  return rows[0]?.url ?? null;
}
