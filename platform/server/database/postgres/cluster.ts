import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, lchown, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseStartError } from '../start-error.ts';
import type { Account } from './account.ts';
import { asAccount, IN_WORKING_FOLDER } from './as-account.ts';

const run = promisify(execFile);

export const SUPERUSER = 'lessonwright';

/**
 * Creates the files of a new, empty PostgreSQL in `folder` unless it exists. The folder appears under its name once it
 * is complete and on disk.
 * @param options.sync False for tests, which need not survive a power cut.
 * @throws DatabaseStartError with the output of `initdb`.
 */
export async function ensureCluster(
  folder: string,
  options: { readonly programs: string; readonly account: Account | null; readonly sync: boolean },
): Promise<void> {
  const { programs, account, sync } = options;
  if (existsSync(folder)) return claimCluster(folder, account);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  if (account) await chown(unfinished, account.uid, account.gid);
  const settings = ['--username', SUPERUSER, '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-instructions'];
  const initdb = [join(programs, 'initdb'), '-D', IN_WORKING_FOLDER, ...settings, ...(sync ? [] : ['--no-sync'])];
  const { command, args, env } = asAccount(account, initdb);
  try {
    await run(command, args, { cwd: unfinished, env });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new DatabaseStartError(`The database cannot be created: ${stderr?.trim() || String(error)}`, { cause: error });
  }
  await rename(unfinished, folder);
  if (sync) await syncFolder(dirname(folder));
}

/** Hands an existing cluster to the account, after the product ran as another user or the folder was copied. */
async function claimCluster(folder: string, account: Account | null): Promise<void> {
  const { uid, mode } = await stat(folder);
  // Copies of a data folder may have lost the mode, which PostgreSQL requires.
  if ((mode & 0o777) !== 0o700) await chmod(folder, 0o700);
  const wanted = account?.uid ?? process.getuid?.() ?? uid;
  if (uid === wanted) return;
  if (account === null) {
    throw new DatabaseStartError(
      `The database in ${folder} belongs to the user id ${uid}, but the server runs as ${wanted}. ` +
        `Start the server as that user, or change the owner: chown -R ${wanted} ${folder}`,
    );
  }
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), account.uid, account.gid);
  // Last, so that an interrupted change is redone on the next start.
  await chown(folder, account.uid, account.gid);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
