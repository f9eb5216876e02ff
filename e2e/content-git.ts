import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RealServer } from '#testing/real-server.ts';

const run = promisify(execFile);

/** Runs git in the repository of the built-in code host. */
export async function contentGit(server: RealServer, ...args: string[]): Promise<string> {
  return (await run('git', ['--git-dir', join(server.dataFolder, 'content.git'), ...args])).stdout.trim();
}
