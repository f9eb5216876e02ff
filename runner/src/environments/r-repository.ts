import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { NotOffered, fetchBytes } from './fetch-file.ts';
import { packageHosts } from './package-hosts.ts';
import { InstallError } from './run-installer.ts';

const MOST_BYTES = 300 * 1024 * 1024;

/** The repository of this runner. Packages and locks can't name another one. */
export class RRepository {
  /** Without a trailing slash. */
  readonly #address: string;
  readonly #hosts: ReadonlySet<string>;

  /**
   * @param address https, http or file
   * @param fileHosts hosts that it may redirect downloads to, besides its own
   */
  constructor(address: string, fileHosts: readonly string[]) {
    this.#address = address.replace(/\/+$/, '');
    this.#hosts = packageHosts(address, fileHosts);
  }

  /**
   * Downloads a file by its path in the repository, which is built only from validated names.
   * @throws NotOffered if the file doesn't exist
   * @throws InstallError if the download fails
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
    throw new InstallError(`Couldn’t read ${path} of the R repository.`);
  }
}
