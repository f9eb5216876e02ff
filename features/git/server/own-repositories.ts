import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/server/config.ts';
import { DatabaseStartError } from '#platform/server/database/start-error.ts';
import type { GitLease } from './git-lease.ts';

/** Names the repositories of this data folder, so that a server knows whether it has those that were written last. */
const ID_FILE = 'repositories-id';

/**
 * Compares the repositories of the data folder with those that were written last.
 *
 * @returns Whether they have to be rebuilt, and what to call once they are complete.
 * @throws DatabaseStartError if they can't be rebuilt, because they are the built-in code host.
 */
export async function findOwnRepositories(
  { dataFolder, codeHost, server }: Pick<Config, 'dataFolder' | 'codeHost' | 'server'>,
  lease: GitLease,
): Promise<{ readonly isRebuilt: boolean; readonly record: () => Promise<void> }> {
  const path = join(dataFolder, ID_FILE);
  const own = await readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
  const isOutdated = lease.lastRepositories !== null && lease.lastRepositories !== own;
  // On one machine the repositories are restored as far as they can be, as without other servers.
  const isLost = isOutdated && codeHost.kind === 'local' && server.role !== 'all';
  if (isLost)
    throw new DatabaseStartError(
      `The content repository was last written in another data folder than ${dataFolder}, and it is the only copy. ` +
        'Start this server with that folder (LESSONWRIGHT_DATA), restore a backup, or use an external code host (LESSONWRIGHT_CODE_HOST).',
    );
  const id = own === null || isOutdated ? randomUUID() : own;
  return {
    isRebuilt: isOutdated && codeHost.kind !== 'local',
    record: async () => {
      await writeFile(path, `${id}\n`, { mode: 0o600 });
      await lease.recordRepositories(id);
    },
  };
}
