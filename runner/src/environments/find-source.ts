import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { normalName } from './python-requirements.ts';
import { InstallError } from './run-installer.ts';
import type { SourcePackage } from './python-lock.ts';

/** The source of a package as its index offers it. */
interface OfferedSource {
  readonly version: string;
  readonly fileName: string;
  read(signal: AbortSignal): Promise<Buffer>;
}

interface FetchedSource extends SourcePackage {
  readonly fileName: string;
  readonly bytes: Buffer;
}

const PUBLIC_INDEX = 'https://pypi.org/simple';
const FILE = /^(?<name>.+)-(?<version>[^-]+)\.(?:tar\.gz|zip)$/;
const MOST_BYTES = 300 * 1024 * 1024;

/**
 * Fetches the source of a package: of one version, or of the newest.
 * @throws InstallError when there is none.
 */
export async function fetchSource(
  wanted: { name: string; version: string | null },
  index: string | null,
  signal: AbortSignal,
): Promise<FetchedSource> {
  const offers = index?.startsWith('/') ? await inFolder(index) : await inIndex(index ?? PUBLIC_INDEX, wanted.name, signal);
  const fitting = offers.filter(({ fileName, version }) => {
    const name = FILE.exec(fileName)?.groups?.['name'] ?? '';
    return normalName(name) === normalName(wanted.name) && (wanted.version === null ? isFinal(version) : version === wanted.version);
  });
  const [newest] = fitting.sort((one, other) => compareVersions(other.version, one.version));
  if (!newest) throw new InstallError(`There is neither a wheel nor a source of ${wanted.name} ${wanted.version ?? ''} that fits.`);
  const bytes = await newest.read(signal);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: normalName(wanted.name), version: newest.version, sha256, fileName: newest.fileName, bytes };
}

async function inFolder(folder: string): Promise<OfferedSource[]> {
  return (await readdir(folder)).flatMap((fileName) => offer(fileName, () => readFile(join(folder, fileName))));
}

/** The "simple" page of an index: a link for each file, with its hash. */
async function inIndex(index: string, name: string, signal: AbortSignal): Promise<OfferedSource[]> {
  const page = new URL(`${index.replace(/\/$/, '')}/${normalName(name)}/`);
  const response = await fetch(page, { headers: { accept: 'text/html' }, signal });
  if (response.status === 404) return [];
  if (!response.ok) throw new InstallError(`The package index answered with status ${response.status} for ${name}.`);
  const links = (await response.text()).matchAll(/href="([^"]+)"/g);
  return [...links].flatMap(([, link = '']) => {
    const address = new URL(link.replaceAll('&amp;', '&'), page);
    const sha256 = /sha256=([0-9a-f]{64})/.exec(address.hash)?.[1];
    return offer(decodeURIComponent(basename(address.pathname)), (stop) => download(address, sha256, stop));
  });
}

function offer(fileName: string, read: OfferedSource['read']): OfferedSource[] {
  const version = FILE.exec(fileName)?.groups?.['version'];
  return version === undefined ? [] : [{ fileName, version, read }];
}

async function download(address: URL, sha256: string | undefined, signal: AbortSignal): Promise<Buffer> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new InstallError(`${address.origin}${address.pathname} answered with status ${response.status}.`);
  if (Number(response.headers.get('content-length') ?? 0) > MOST_BYTES)
    throw new InstallError(`${basename(address.pathname)} is too large.`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new InstallError(`${basename(address.pathname)} is not what its index says it is.`);
  return bytes;
}

/** Neither a candidate nor a development version. */
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
