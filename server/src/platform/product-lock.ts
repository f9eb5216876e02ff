import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderLock } from './database/folder-lock.ts';

/**
 * Says that a process works with this data folder: the product, or a command that must have it for itself (backup, restore, move).
 * The embedded database has a lock of its own; with `DATABASE_URL` this is the only one. Release it.
 * @throws DatabaseStartError when another process has it.
 */
export async function lockDataFolder(dataFolder: string): Promise<FolderLock> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  return FolderLock.take(join(dataFolder, 'product'), {
    whyRefused: (pid) =>
      `The data folder ${dataFolder} is in use by process ${pid}. Stop that first (kill ${pid}): two at once would work against each other.`,
  });
}
