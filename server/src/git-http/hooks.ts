import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Asks our own Node, wherever it is; see check-pushed-paths.ts. */
const PRE_RECEIVE = '#!/bin/sh\nexec "$LESSONWRIGHT_NODE" "$LESSONWRIGHT_PRE_RECEIVE"\n';

/** What the hooks find in their environment. */
export const HOOK_ENVIRONMENT: Readonly<Record<string, string>> = {
  LESSONWRIGHT_NODE: process.execPath,
  LESSONWRIGHT_PRE_RECEIVE: join(import.meta.dirname, 'check-pushed-paths.ts'),
};

/**
 * Lays the hooks of pushes over HTTP into the data folder and answers their folder. The repository itself has none:
 * what the product pushes was checked when it was written.
 */
export async function layHooks(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'git-hooks');
  const path = join(folder, 'pre-receive');
  await mkdir(folder, { recursive: true });
  await writeFile(path, PRE_RECEIVE);
  await chmod(path, 0o755);
  return folder;
}
