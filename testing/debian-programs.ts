import { execFile } from 'node:child_process';
import { access, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Programs of Debian packages stay here between test runs. */
const CACHE = join(import.meta.dirname, '../node_modules/.cache/debian');

/**
 * Returns the path of a program for tests: an installed one, or the one of its Debian package, which is downloaded and unpacked but
 * not installed, so that no service starts and no rights are needed.
 *
 * @param path In the package, like `usr/sbin/nginx`.
 */
export async function debianProgram(debianPackage: string, path: string): Promise<string> {
  const unpacked = join(CACHE, debianPackage, path);
  for (const candidate of [`/${path}`, unpacked]) {
    const isThere = await access(candidate).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  const folder = join(CACHE, debianPackage);
  await mkdir(folder, { recursive: true });
  await run('apt-get', ['download', debianPackage], { cwd: folder });
  const file = (await readdir(folder)).find((name) => name.endsWith('.deb'));
  if (file === undefined) throw new Error(`apt-get downloaded nothing for ${debianPackage}.`);
  await run('dpkg-deb', ['-x', file, '.'], { cwd: folder });
  return unpacked;
}
