import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** The last release before the version of package.json, and the commit of its tag, for clones without tags. A new release changes both. */
export const PREVIOUS_RELEASE = { version: '0.1.0', commit: '74d4d6c7a2967cc52fe3500a68f9c641656e78f8' } as const;

/** The server's program in the versions up to 0.2. */
export const EARLIER_PROGRAM = 'server/src/main.ts';

/**
 * The newest state of an earlier version that can run beside this one on one database: version 0.1 works alone. From the release after
 * 0.2.0 on, it is {@link PREVIOUS_RELEASE}.
 */
export const SIDE_BY_SIDE_COMMIT = '00f63ded';

/**
 * Unpacks an earlier version into its own folder, from the history of this repository. Returns the folder; null if none of the
 * revisions is in this clone.
 *
 * @param revisions Tags and commits; the first that exists is used.
 * @param packages `own` installs those of its package-lock.json; `shared` uses those of this version, which is quick.
 */
export async function checkOutEarlier(revisions: readonly string[], packages: 'own' | 'shared'): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-earlier-'));
  const archive = join(folder, 'earlier.tar');
  for (const revision of revisions) {
    const isThere = await run('git', ['archive', '--output', archive, revision], { cwd: REPOSITORY }).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    await run('tar', ['-xf', archive, '-C', folder]);
    if (packages === 'shared') await symlink(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
    else await installPackages(folder);
    return folder;
  }
  await rm(folder, { recursive: true });
  return null;
}

async function installPackages(folder: string): Promise<void> {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` };
  await run('npm', ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder, env });
}
