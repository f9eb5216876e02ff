import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Runs our own Node, wherever it is; see check-pushed-paths.ts. Then it asks the server through descriptor 3, which git
 * passes on, whether branches may move now. If the server exits, the read fails and the push is rejected.
 */
const PRE_RECEIVE = '#!/bin/sh\n"$LESSONWRIGHT_NODE" "$LESSONWRIGHT_PRE_RECEIVE" && echo ready >&3 && read -r _go <&3\n';

/** Environment variables of the hooks. */
export const HOOK_ENVIRONMENT: Readonly<Record<string, string>> = {
  LESSONWRIGHT_NODE: process.execPath,
  LESSONWRIGHT_PRE_RECEIVE: join(import.meta.dirname, 'check-pushed-paths.ts'),
};

/**
 * Writes the hooks for pushes over HTTP to the data folder and returns their folder. The repository itself has none:
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
