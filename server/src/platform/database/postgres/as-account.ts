import type { Account } from './account.ts';

/**
 * The data folder of PostgreSQL for a process whose working folder it is. Its account need not reach the folder by its path, which may
 * lead through folders that only root may enter, and no path is too long.
 */
export const IN_WORKING_FOLDER = '/proc/self/cwd';

/** A command for `spawn`, with an environment that holds no setting of the product. */
export interface Command {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/**
 * Runs a program as the account, or as this process's own user for null. It gets SIGINT when this process ends,
 * however that is.
 */
export function asAccount(account: Account | null, program: readonly string[]): Command {
  const identity = account ? ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups'] : [];
  return {
    command: 'setpriv',
    args: [...identity, '--no-new-privs', '--pdeathsig', 'INT', '--', ...program],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  };
}
