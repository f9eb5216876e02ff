import { stat } from 'node:fs/promises';
import { isRoot } from '#runner/sandbox/sandbox.ts';
import { hostOf } from './fetch-file.ts';
import { InstallError } from './run-installer.ts';

const PUBLIC_INDEX = 'https://pypi.org/simple';
/** Public indexes whose files are on another host. */
const FILE_HOSTS: Readonly<Record<string, readonly string[]>> = { 'pypi.org:443': ['files.pythonhosted.org:443'] };

/**
 * Every `host:port` that packages of an index may come from: its own, those where it is known to keep its files, and those of
 * the settings. Empty for a folder.
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

/** @param address of the settings; null: the public index. */
export function packageIndex(address: string | null, fileHosts: readonly string[]): PackageIndex {
  const own = address ?? PUBLIC_INDEX;
  return { address: own, isFolder: own.startsWith('/'), hosts: packageHosts(own, fileHosts) };
}

/**
 * As root installers are another user than the runner.
 * @throws InstallError for a folder that they cannot read.
 */
export async function requireReadable({ address, isFolder }: PackageIndex): Promise<void> {
  if (!isFolder) return;
  const found = await stat(address).catch(() => null);
  if (!found?.isDirectory()) throw new InstallError('The folder of packages that this runner is set to does not exist.');
  const everybody = 0o005;
  if (isRoot() && (found.mode & everybody) !== everybody)
    throw new InstallError('The folder of packages that this runner is set to must be readable for everybody (chmod -R a+rX).');
}
