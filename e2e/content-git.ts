import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RealServer } from '#testing/real-server.ts';

const run = promisify(execFile);

/** What git prints in the repository of the built-in code host. Empty if it fails, for example because a branch or a file isn't there yet. */
export async function contentGit(server: RealServer, ...args: string[]): Promise<string> {
  const printed = await run('git', ['--git-dir', join(server.dataFolder, 'content.git'), ...args]).catch(() => null);
  return printed?.stdout.trim() ?? '';
}
