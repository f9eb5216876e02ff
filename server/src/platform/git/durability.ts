import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How every repository here is set up: what git writes is on the disk before git ends; nothing tidies by itself. */
export const REPOSITORY_CONFIG: Readonly<Record<string, string>> = {
  'core.fsync': 'all',
  'core.fsyncMethod': 'fsync',
  'core.logAllRefUpdates': 'false',
  // In milliseconds. Writers of different branches meet at these locks for an instant.
  'core.filesRefLockTimeout': '5000',
  'core.packedRefsTimeout': '10000',
  'gc.auto': '0',
  'gc.autoDetach': 'false',
  'maintenance.auto': 'false',
  'receive.autogc': 'false',
  'receive.fsckObjects': 'true',
};

/** The slack of file times against our clock, in milliseconds. */
const CLOCK_SLACK_MS = 2_000;

/**
 * git syncs the files it writes, not the folders they are renamed into; after a power cut the file would be whole and its
 * name gone. This syncs every folder of objects and refs that changed since `since` (milliseconds since the epoch).
 */
export async function flushRepository(directory: string, since: number): Promise<void> {
  const objects = join(directory, 'objects');
  const folders = [directory, objects, ...(await foldersIn(objects, false)), ...(await foldersIn(join(directory, 'refs'), true))];
  await Promise.all(
    folders.map(async (folder) => {
      const found = await stat(folder).catch(() => null);
      if (found && found.mtimeMs >= since - CLOCK_SLACK_MS) await syncFolder(folder);
    }),
  );
}

async function foldersIn(folder: string, deep: boolean): Promise<string[]> {
  // Folders of refs come and go while this looks.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const below = entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  return [folder, ...(deep ? (await Promise.all(below.map((path) => foldersIn(path, true)))).flat() : below)];
}

/** Makes the names in a folder outlive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch((error: NodeJS.ErrnoException) => {
    // Empty ref folders come and go.
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

/** A lock of git is held for milliseconds; one that is older belongs to a process that was killed. */
const LOCK_AGE_MS = 5_000;

/**
 * Removes what a killed git left behind: lock files (they would block their branch for ever) and crash reports.
 * Call it while nothing of ours is at work on the repository; a git that outlived its parent is waited for.
 */
export async function clearLeftovers(directory: string): Promise<void> {
  const names = await readdir(directory);
  const reports = names.filter((name) => name.startsWith('fast_import_crash_'));
  await Promise.all(reports.map((name) => rm(join(directory, name), { force: true })));
  const inRefs = await readdir(join(directory, 'refs'), { recursive: true });
  const locks = [...names.map((name) => join(directory, name)), ...inRefs.map((name) => join(directory, 'refs', name))];
  await Promise.all(locks.filter((path) => path.endsWith('.lock')).map(clearLock));
}

async function clearLock(path: string): Promise<void> {
  for (;;) {
    const found = await stat(path).catch(() => null);
    if (!found) return;
    const age = Date.now() - found.mtimeMs;
    if (age >= LOCK_AGE_MS || age < 0) return rm(path, { force: true });
    await sleep(Math.min(100, LOCK_AGE_MS - age));
  }
}
