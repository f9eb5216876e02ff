import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { InstallError } from './run-installer.ts';

/** The file is not there, which may be no failure yet. */
export class NotOffered extends InstallError {}

const MOST_BYTES = 300 * 1024 * 1024;

/**
 * A file of a repository, by its address: https, http or file.
 * @throws NotOffered when there is no such file. @throws InstallError when it cannot be had.
 */
export async function fetchFile(address: string, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  const url = new URL(address);
  return url.protocol === 'file:' ? readLocal(url) : download(url, signal);
}

async function readLocal(url: URL): Promise<Buffer> {
  try {
    return await readFile(fileURLToPath(url));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new NotOffered(`${url.href} is not there.`);
    throw new InstallError(`${url.href} cannot be read.`);
  }
}

async function download(url: URL, signal: AbortSignal): Promise<Buffer> {
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new InstallError(`The R repository ${url.origin} cannot be reached: ${why}`);
  });
  if (response.status === 404) throw new NotOffered(`${url.href} is not there.`);
  if (!response.ok) throw new InstallError(`${url.href} answered with status ${response.status}.`);
  if (Number(response.headers.get('content-length') ?? 0) > MOST_BYTES) throw new InstallError(`${url.href} is too large.`);
  return Buffer.from(await response.arrayBuffer());
}
