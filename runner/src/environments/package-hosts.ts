import { stat } from 'node:fs/promises';
import { isRoot } from '../sandbox/sandbox.ts';
import { hostOf } from './fetch-file.ts';
import { InstallError } from './run-installer.ts';

const PUBLIC_INDEX = 'https://pypi.org/simple';
/** Public indexes that keep their files on another host. */
const FILE_HOSTS: Readonly<Record<string, readonly string[]>> = { 'pypi.org:443': ['files.pythonhosted.org:443'] };

/**
 * Returns every `host:port` that packages of an index may come from: its own host, its known file hosts, and those in the
 * settings. Empty for a folder.
 */
export function packageHosts(index: string, fileHosts: readonly string[]): ReadonlySet<string> {
  if (!/^https?:\/\//.test(index)) return new Set();
  const own = hostOf(new URL(index));
  return new Set([own, ...(FILE_HOSTS[own] ?? []), ...fileHosts]);
}

/** Where Python packages come from. */
export interface PackageIndex {
  /** The address of an index, or the absolute path of a folder of wheels and sources. */
  readonly address: string;
  readonly isFolder: boolean;
  readonly hosts: ReadonlySet<string>;
}

/** @param address from the settings; null: the public index */
export function packageIndex(address: string | null, fileHosts: readonly string[]): PackageIndex {
  const own = address ?? PUBLIC_INDEX;
  return { address: own, isFolder: own.startsWith('/'), hosts: packageHosts(own, fileHosts) };
}

/**
 * As root, installers run as another user than the runner.
 * @throws InstallError if they can't read the folder
 */
export async function requireReadable({ address, isFolder }: PackageIndex): Promise<void> {
  if (!isFolder) return;
  const found = await stat(address).catch(() => null);
  if (!found?.isDirectory()) throw new InstallError('The package folder in the settings of this runner does not exist.');
  const everybody = 0o005;
  if (isRoot() && (found.mode & everybody) !== everybody)
    throw new InstallError('The package folder in the settings of this runner must be readable by everyone. Run "chmod -R a+rX" on it.');
}
