import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of shared runners. They run until their test process exits, so it can't be removed earlier. */
export const SHARED_FOLDER_VARIABLE = 'LESSONWRIGHT_TEST_RUNNERS';

/** @throws Error outside of the projects that have it */
export function sharedFolder(): string {
  const folder = process.env[SHARED_FOLDER_VARIABLE];
  if (folder === undefined)
    throw new Error('Tests that start runners belong to the projects `runner` and `integration` of vitest.config.ts.');
  return folder;
}

/** Vitest's global setup. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-runners-'));
  // An ordinary user passes through it to its own folder.
  await chmod(folder, 0o711);
  // Node's compile cache for the runner, for all users.
  await mkdir(join(folder, 'compiled'));
  await chmod(join(folder, 'compiled'), 0o1777);
  process.env[SHARED_FOLDER_VARIABLE] = folder;
  // The last runners may still be closing.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}

/** Where Node keeps the compiled program of the runner, which starts in less time then. */
export function compileCache(): string {
  return join(sharedFolder(), 'compiled');
}
