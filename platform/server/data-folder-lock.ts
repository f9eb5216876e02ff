import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderLock } from './database/folder-lock.ts';

/**
 * Locks the data folder for this process: the product, or a command that needs exclusive access (restore, move; backup
 * while the product is stopped). Two servers on one folder would destroy each other's repositories and database.
 * Release it.
 * @throws FolderInUseError if another process holds it.
 */
export async function lockDataFolder(dataFolder: string): Promise<FolderLock> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  return FolderLock.take(join(dataFolder, 'product'), {
    whyRefused: (pid) =>
      `The data folder ${dataFolder} is in use by process ${pid}. Stop it first (kill ${pid}); only one process can use the folder at a time.`,
  });
}
