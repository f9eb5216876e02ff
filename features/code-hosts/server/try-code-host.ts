import { GitError, NoRemoteError, runGit } from '#features/git/server/index.ts';
import type { Config } from '#platform/server/config.ts';
import { openCodeHost } from './open-code-host.ts';

const LIMIT_MS = 15_000;

/** Why the code host of the settings can't be read with its credentials; null: it can, or the built-in one is used. Changes nothing. */
export async function whyNoCodeHost(config: Pick<Config, 'codeHost'>): Promise<string | null> {
  const { remote: source, mainBranch } = openCodeHost(config);
  if (source === null) return null;
  try {
    const remote = typeof source === 'function' ? await source({ isRefused: false }) : source;
    const { stdout } = await runGit(['ls-remote', '--quiet', '--heads', '--', remote.address], {
      protocols: [remote.address.startsWith('https:') ? 'https' : 'http'],
      config: remote.config ?? {},
      limitMs: LIMIT_MS,
    });
    const branches = stdout.toString('utf8');
    // An empty repository gets its main branch on the first start.
    if (branches === '' || branches.includes(`\trefs/heads/${mainBranch}\n`)) return null;
    return `The repository has no branch ${mainBranch}.`;
  } catch (error) {
    if (error instanceof GitError) return (error.stderr.trim().split('\n').at(-1) ?? '') || error.message;
    if (error instanceof NoRemoteError) return error.message;
    throw error;
  }
}
