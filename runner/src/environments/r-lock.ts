import { lockTitle, readLockTitle } from './environment-kind.ts';
import { isRName, isRVersion } from './r-versions.ts';
import { InstallError } from './run-installer.ts';

/** A package of a lock: which archive, and what is in it. */
export interface LockedRPackage {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

const LINE = /^(\S+) (\S+) sha256:([0-9a-f]{64})$/;
/** Earlier locks name the repository that they were made with. The hashes say what is in an archive, so that the name is not used. */
const ORIGIN_LINE = /^# from \S+$/;

/** In the order in which they can be installed. It has no address: that may hold a password, and each runner has its own. */
export function writeRLock(rVersion: string, packages: readonly LockedRPackage[]): string {
  return lockTitle('r', rVersion) + packages.map(({ name, version, sha256 }) => `${name} ${version} sha256:${sha256}\n`).join('');
}

/**
 * What a lock names. It comes with a lesson's content, so that it is read as a whole before anything is done.
 * @throws InstallError for any line that no build writes.
 */
export function readRLock(lock: string): LockedRPackage[] {
  const [title = '', ...lines] = lock.replace(/\n+$/, '').split('\n');
  if (readLockTitle(title)?.language !== 'r') fail();
  if (ORIGIN_LINE.test(lines[0] ?? '')) lines.shift();
  const packages = lines.map((line): LockedRPackage => {
    const [, name = '', version = '', sha256 = ''] = LINE.exec(line) ?? [];
    return isRName(name) && isRVersion(version) ? { name, version, sha256 } : fail();
  });
  if (new Set(packages.map(({ name }) => name)).size !== packages.length) fail();
  return packages;
}

function fail(): never {
  throw new InstallError('The lock of this lesson was changed by hand. Build its packages again.');
}
