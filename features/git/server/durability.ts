import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Configuration of every repository: what git writes is on disk before git exits, and git never runs maintenance by
 * itself.
 */
const REPOSITORY_CONFIG: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  core: {
    fsync: 'all',
    fsyncMethod: 'fsync',
    logAllRefUpdates: 'false',
    // In milliseconds. Writers of different branches contend for these locks briefly.
    filesRefLockTimeout: '5000',
    packedRefsTimeout: '10000',
  },
  gc: { auto: '0', autoDetach: 'false' },
  maintenance: { auto: 'false' },
  receive: { autogc: 'false', fsckObjects: 'true' },
};

/** Appended to git's own configuration of a new repository: ten `git config` take as long as the rest of its creation. */
export const CONFIG_TEXT = Object.entries(REPOSITORY_CONFIG)
  .map(
    ([section, values]) =>
      `[${section}]\n${Object.entries(values)
        .map(([key, value]) => `\t${key} = ${value}\n`)
        .join('')}`,
  )
  .join('');

/** Tolerance between file times and our clock, in milliseconds. */
const CLOCK_SLACK_MS = 2_000;

/**
 * Git syncs the files it writes but not the folders they are renamed into, so after a power cut the file would exist
 * without its name. This syncs every folder of objects and refs that changed since `since` (milliseconds since the
 * epoch).
 */
export async function flushRepository(directory: string, since: number): Promise<void> {
  const objects = join(directory, 'objects');
  const folders = [directory, objects, ...(await foldersIn(objects, false)), ...(await foldersIn(join(directory, 'refs'), true))];
  await Promise.all(
    folders.map(async (folder) => {
      const found = await stat(folder).catch(() => null);
      if (found && found.mtimeMs >= since - CLOCK_SLACK_MS) await flushFolder(folder);
    }),
  );
}

async function foldersIn(folder: string, deep: boolean): Promise<string[]> {
  // Ref folders may appear and disappear during the scan.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const below = entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  return [folder, ...(deep ? (await Promise.all(below.map((path) => foldersIn(path, true)))).flat() : below)];
}

/** Makes a folder's names survive a power cut. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch((error: NodeJS.ErrnoException) => {
    // Empty ref folders may disappear.
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

/** Git holds locks for milliseconds; an older one belongs to a killed process. */
const LOCK_AGE_MS = 5_000;

/**
 * Removes leftovers of a killed git: lock files (which would block their branch forever) and crash reports. Call it
 * while we run nothing on the repository; a git that outlived its parent is waited for.
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
