import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderLock } from './database/folder-lock.ts';

/**
 * Says that a process works with this data folder: the product, or a command that must have it for itself (restore, move; backup while the product does not run).
 * Two products on one folder would destroy each other's repositories and database. Release it.
 * @throws FolderInUseError when another process has it.
 */
export async function lockDataFolder(dataFolder: string): Promise<FolderLock> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  return FolderLock.take(join(dataFolder, 'product'), {
    whyRefused: (pid) =>
      `The data folder ${dataFolder} is in use by process ${pid}. Stop that first (kill ${pid}): two at once would work against each other.`,
  });
}
