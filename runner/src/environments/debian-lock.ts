import { lockTitle, readLockTitle } from './environment-kind.ts';
import { InstallError } from './run-installer.ts';

export interface LockedDebianPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly sha256: string;
}

const NAME = /^[a-z0-9][a-z0-9+.-]+$/;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9.+~:-]*$/;
const LINE = /^(\S+)=(\S+) ([a-z0-9]+) sha256:([0-9a-f]{64})$/;

export function isDebianName(text: string): boolean {
  return NAME.test(text);
}

export function isDebianVersion(text: string): boolean {
  return VERSION.test(text);
}

export function writeDebianLock(packages: readonly LockedDebianPackage[]): string {
  const lines = packages.map(({ name, version, architecture, sha256 }) => `${name}=${version} ${architecture} sha256:${sha256}\n`);
  return lockTitle('cli', null) + lines.join('');
}

/**
 * Parses a lock. It comes with a lesson's content and is untrusted, so it is validated completely before use.
 * @throws InstallError for any line that a build would not have written
 */
export function readDebianLock(lock: string): LockedDebianPackage[] {
  const [title = '', ...lines] = lock.replace(/\n+$/, '').split('\n');
  if (readLockTitle(title)?.language !== 'cli') fail();
  const packages = lines.map((line): LockedDebianPackage => {
    const [, name = '', version = '', architecture = '', sha256 = ''] = LINE.exec(line) ?? [];
    return isDebianName(name) && isDebianVersion(version) ? { name, version, architecture, sha256 } : fail();
  });
  if (new Set(packages.map(({ name, architecture }) => `${name}:${architecture}`)).size !== packages.length) fail();
  return packages;
}

function fail(): never {
  throw new InstallError('The package lock of this lesson was edited by hand. Build the packages again.');
}
