import { lockTitle, readLockTitle } from './environment-kind.ts';
import { isRName, isRVersion } from './r-versions.ts';
import { InstallError } from './run-installer.ts';

/** A package in a lock: its archive and version. */
export interface LockedRPackage {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

const LINE = /^(\S+) (\S+) sha256:([0-9a-f]{64})$/;
/** Older locks name their repository. It is ignored: the hashes identify the archives. */
const ORIGIN_LINE = /^# from \S+$/;

/** Writes packages in install order, without an address: that may contain a password, and each runner has its own repository. */
export function writeRLock(rVersion: string, packages: readonly LockedRPackage[]): string {
  return lockTitle('r', rVersion) + packages.map(({ name, version, sha256 }) => `${name} ${version} sha256:${sha256}\n`).join('');
}

/**
 * Parses a lock. It comes with a lesson's content and is untrusted, so it is validated completely before use.
 * @throws InstallError for any line that a build would not have written
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
  throw new InstallError('The package lock of this lesson was edited by hand. Build the packages again.');
}
