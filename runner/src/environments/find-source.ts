import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { NotOffered, fetchBytes, hostOf } from './fetch-file.ts';
import type { PackageIndex } from './package-hosts.ts';
import type { SourcePackage } from './python-lock.ts';
import { normalName } from './python-requirements.ts';
import { InstallError } from './run-installer.ts';

/** A source package as its index lists it. */
interface OfferedSource {
  readonly version: string;
  readonly fileName: string;
  read(signal: AbortSignal): Promise<Buffer>;
}

interface FetchedSource extends SourcePackage {
  readonly fileName: string;
  readonly bytes: Buffer;
}

const FILE = /^(?<name>[A-Za-z0-9][A-Za-z0-9._-]*)-(?<version>[A-Za-z0-9][A-Za-z0-9.!+_]*)\.(?:tar\.gz|zip)$/;
const MOST_PAGE_BYTES = 32 * 1024 * 1024;
const MOST_BYTES = 300 * 1024 * 1024;

/**
 * Downloads the source of a package, in one version or the newest.
 * @throws InstallError if there is none
 */
export async function fetchSource(
  wanted: { name: string; version: string | null },
  index: PackageIndex,
  signal: AbortSignal,
): Promise<FetchedSource> {
  const offers = index.isFolder ? await inFolder(index.address) : await inIndex(index, wanted.name, signal);
  const fitting = offers.filter(({ fileName, version }) => {
    const name = FILE.exec(fileName)?.groups?.['name'] ?? '';
    return normalName(name) === normalName(wanted.name) && (wanted.version === null ? isFinal(version) : version === wanted.version);
  });
  const [newest] = fitting.sort((one, other) => compareVersions(other.version, one.version));
  if (!newest) throw new InstallError(`No compatible wheel or source of ${wanted.name} ${wanted.version ?? ''} was found.`);
  const bytes = await newest.read(signal);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: normalName(wanted.name), version: newest.version, sha256, fileName: newest.fileName, bytes };
}

async function inFolder(folder: string): Promise<OfferedSource[]> {
  return (await readdir(folder)).flatMap((fileName) => offer(fileName, () => readFile(join(folder, fileName))));
}

/** Reads the "simple" page of an index: one link per file, with its hash. */
async function inIndex({ address: index, hosts }: PackageIndex, name: string, signal: AbortSignal): Promise<OfferedSource[]> {
  const page = new URL(`${index.replace(/\/$/, '')}/${normalName(name)}/`);
  const text = await fetchBytes(page, { hosts, mostBytes: MOST_PAGE_BYTES, signal }).catch((error: unknown) => {
    if (error instanceof NotOffered) return '';
    throw error;
  });
  const links = text.toString().matchAll(/href="([^"]+)"/g);
  return [...links].flatMap(([, link = '']) => {
    if (!URL.canParse(link.replaceAll('&amp;', '&'), page)) return [];
    const address = new URL(link.replaceAll('&amp;', '&'), page);
    if (hostOf(address) === hostOf(page)) [address.username, address.password] = [page.username, page.password];
    const sha256 = /sha256=([0-9a-f]{64})/.exec(address.hash)?.[1];
    return offer(decodedName(address), (stop) => download(address, sha256, hosts, stop));
  });
}

function decodedName({ pathname }: URL): string {
  try {
    return decodeURIComponent(basename(pathname));
  } catch {
    return '';
  }
}

function offer(fileName: string, read: OfferedSource['read']): OfferedSource[] {
  const version = FILE.exec(fileName)?.groups?.['version'];
  return version === undefined ? [] : [{ fileName, version, read }];
}

async function download(address: URL, sha256: string | undefined, hosts: ReadonlySet<string>, signal: AbortSignal): Promise<Buffer> {
  const bytes = await fetchBytes(address, { hosts, mostBytes: MOST_BYTES, signal });
  if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new InstallError(`${decodedName(address)} does not match the hash in its index.`);
  return bytes;
}

/** Whether a version is neither a pre-release nor a development version. */
function isFinal(version: string): boolean {
  return /^[0-9.]+(?:\.?post[0-9]+)?$/.test(version);
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split(/[^0-9]+/).map(Number)) as [number[], number[]];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
