import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where shared runners have their folders: they go on until the process of their tests leaves, so they cannot be removed before. */
export const SHARED_FOLDER_VARIABLE = 'LESSONWRIGHT_TEST_RUNNERS';

/** Vitest's global setup. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-runners-'));
  // An ordinary user goes through it to what is his own.
  await chmod(folder, 0o711);
  // What Node compiled of the runner, for all users.
  await mkdir(join(folder, 'compiled'));
  await chmod(join(folder, 'compiled'), 0o1777);
  process.env[SHARED_FOLDER_VARIABLE] = folder;
  // The last runners may still be closing.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}
