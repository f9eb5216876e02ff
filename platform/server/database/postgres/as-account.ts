import type { Account } from './account.ts';

/**
 * PostgreSQL's data folder, for a process that has it as working folder. The path may be too long, or lead through
 * folders that only root may enter.
 */
export const IN_WORKING_FOLDER = '/proc/self/cwd';

/** A command for `spawn`, with an environment that contains none of the product's settings. */
export interface Command {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/**
 * Runs a program as the account, or as this process's own user if null. It gets SIGINT when this process ends for any
 * reason.
 */
export function asAccount(account: Account | null, program: readonly string[]): Command {
  const identity = account ? ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups'] : [];
  return {
    command: 'setpriv',
    args: [...identity, '--no-new-privs', '--pdeathsig', 'INT', '--', ...program],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  };
}
