import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { NotOffered, fetchBytes } from './fetch-file.ts';
import { packageHosts } from './package-hosts.ts';
import { InstallError } from './run-installer.ts';

const MOST_BYTES = 300 * 1024 * 1024;

/** The repository of this runner; no package and no lock can name another one. */
export class RRepository {
  /** Without a slash at its end. */
  readonly #address: string;
  readonly #hosts: ReadonlySet<string>;

  /** @param address https, http or file. @param fileHosts where it may lead downloads to, besides itself. */
  constructor(address: string, fileHosts: readonly string[]) {
    this.#address = address.replace(/\/+$/, '');
    this.#hosts = packageHosts(address, fileHosts);
  }

  /**
   * A file, by its path below the repository, which is made of checked names alone.
   * @throws NotOffered when there is no such file. @throws InstallError when it cannot be had.
   */
  async fetch(path: string, signal: AbortSignal): Promise<Buffer> {
    signal.throwIfAborted();
    const url = new URL(`${this.#address}/${path}`);
    return url.protocol === 'file:' ? readLocal(url, path) : fetchBytes(url, { hosts: this.#hosts, mostBytes: MOST_BYTES, signal });
  }
}

async function readLocal(url: URL, path: string): Promise<Buffer> {
  try {
    const file = fileURLToPath(url);
    if ((await stat(file)).size > MOST_BYTES) throw new InstallError(`${path} of the R repository is too large.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof InstallError) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new NotOffered(`${path} is not in the R repository.`);
    throw new InstallError(`${path} of the R repository cannot be read.`);
  }
}
