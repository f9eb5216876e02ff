import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { refused, tooLarge, unavailable } from '#platform/server/errors.ts';
import { isPublicAddress, resolveHost } from '#platform/server/public-address.ts';
import { branchNameProblem } from './branch-name.ts';
import { FOREIGN_MEMORY_BYTES, FRUGAL } from './foreign-content.ts';
import type { GitProtocol } from './git-environment.ts';
import { GitError, gitErrorLine } from './git-errors.ts';
import { GitRepository, runGit, type GitOptions } from './git.ts';

/** Which repositories may be read. */
export interface RepositoryAccess {
  readonly protocol: Extract<GitProtocol, 'https' | 'http'>;
  readonly isAllowed: (address: string) => boolean;
  /** The addresses of a host. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
}

/** Repositories of the public internet, over https. */
export const PUBLIC_REPOSITORIES: RepositoryAccess = { protocol: 'https', isAllowed: isPublicAddress, resolve: resolveHost };

export interface RepositoryToRead {
  readonly url: string;
  /** Empty: the main branch. */
  readonly branch: string;
  /** An empty folder for the clone and the zip. */
  readonly folder: string;
  /** Size of the clone and the zip together. */
  readonly mostBytes: number;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

const MESSAGES = {
  address: 'Enter the address of a public repository, such as https://github.com/owner/name.',
  credentials: 'Leave out the user name and the password: only public repositories can be imported.',
  noHost: (host: string) => `The host ${host} was not found. Check the address.`,
  private: (host: string) => `${host} is not a public address, so the server doesn’t connect to it.`,
  redirected: 'The repository is at another address now. Open it in a browser, and enter that address.',
  noBranch: (branch: string) => `The repository has no branch ${branch}.`,
  notRead: 'The repository does not exist, or it is not public.',
  empty: 'The repository has no commits.',
  tooLarge: (bytes: number) =>
    `The repository is larger than ${Math.floor(bytes / 1024 / 1024)} MB. Import a zip of the documents instead.`,
  slow: (ms: number) => `Couldn’t read the repository within ${ms / 1000} seconds. Import a zip of the documents instead.`,
  memory: 'The repository takes too much memory to read. Import a zip of the documents instead.',
  unmeasured: 'Couldn’t check the size of the repository while it was read. Try again.',
  failed: (text: string) => `Couldn’t read the repository: ${text}`,
} as const;

const WATCH_MS = 250;
/** Git renames and deletes folders while it works, so one look at the size may fail. */
const MOST_FAILED_LOOKS = 3;

/**
 * Overrides the attributes of the repository itself, with which git writes other bytes than it has stored: 16 kB become hundreds of
 * megabytes by placeholders that are padded.
 */
const NO_ATTRIBUTES = '* -export-subst -export-ignore -ident -filter -text -eol -working-tree-encoding\n';

/**
 * Reads the newest commit of a branch of an external repository, as a zip. Only that commit is fetched, from the address that was
 * checked, without redirects, submodules, hooks, filters or a work tree.
 *
 * @throws AppError `refused` with a text that says why; `too_large`
 */
export async function archiveRepository(
  wanted: RepositoryToRead,
  access: RepositoryAccess = PUBLIC_REPOSITORIES,
): Promise<{ readonly path: string; readonly commit: string }> {
  const { branch, folder, mostBytes, limitMs } = wanted;
  if (branch !== '' && branchNameProblem(branch) !== null) throw refused(MESSAGES.noBranch(branch));
  const { url, config } = await checkedAddress(wanted.url, access);
  const growing = new AbortController();
  const signal = AbortSignal.any([wanted.signal, growing.signal]);
  const watch = guardSize(() => sizeOf(folder), mostBytes, growing);
  try {
    const bounds = { memoryBytes: FOREIGN_MEMORY_BYTES, cpuSeconds: Math.ceil(limitMs / 1000) };
    const options: GitOptions = { protocols: [access.protocol], config, limitMs, signal, bounds };
    const directory = join(folder, 'repository.git');
    const choice = branch === '' ? [] : ['--branch', branch];
    const clone = ['clone', '--quiet', '--bare', '--depth=1', '--single-branch', '--no-tags', '--template=', ...choice];
    await runGit([...clone, '--', url, directory], options);
    const repository = new GitRepository(directory);
    const commit = await repository.text(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { signal, answers: [1] });
    if (commit === '') throw refused(MESSAGES.empty);
    await mkdir(join(directory, 'info'), { recursive: true });
    await writeFile(join(directory, 'info/attributes'), NO_ATTRIBUTES);
    const path = join(folder, 'repository.zip');
    await repository.run(['archive', '--format=zip', '-1', `--output=${path}`, commit], { config: FRUGAL, signal, limitMs, bounds });
    if ((await sizeOf(folder)) > mostBytes) throw tooLarge(MESSAGES.tooLarge(mostBytes));
    return { path, commit };
  } catch (error) {
    wanted.signal.throwIfAborted();
    growing.signal.throwIfAborted();
    if (error instanceof GitError) throw refused(textOf(error, wanted));
    throw error;
  } finally {
    clearInterval(watch);
  }
}

/**
 * Stops the reading of a repository that grows too large, and of one whose size can't be found out three times in a row.
 * @returns What to clear when the reading is over.
 */
export function guardSize(look: () => Promise<number>, mostBytes: number, reading: AbortController): NodeJS.Timeout {
  let isLooking = false;
  let failed = 0;
  return setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look()
      .then((bytes) => {
        failed = 0;
        if (bytes > mostBytes) reading.abort(tooLarge(MESSAGES.tooLarge(mostBytes)));
      })
      .catch(() => {
        failed += 1;
        if (failed === MOST_FAILED_LOOKS) reading.abort(unavailable(MESSAGES.unmeasured));
      })
      .finally(() => (isLooking = false));
  }, WATCH_MS);
}

/** The address, and the configuration that makes git connect to what was checked: a name can't lead elsewhere in between. */
async function checkedAddress(given: string, access: RepositoryAccess): Promise<{ url: string; config: Record<string, string> }> {
  const url = URL.parse(given);
  if (url?.protocol !== `${access.protocol}:` || url.hostname === '' || url.search !== '' || url.hash !== '')
    throw refused(MESSAGES.address);
  if (url.username !== '' || url.password !== '') throw refused(MESSAGES.credentials);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await access.resolve(host).catch(() => []) : [host];
  const [address] = addresses;
  if (address === undefined) throw refused(MESSAGES.noHost(host));
  // One private address among public ones is a trick, or a private network.
  if (!addresses.every(access.isAllowed)) throw refused(MESSAGES.private(host));
  const port = url.port === '' ? (access.protocol === 'https' ? '443' : '80') : url.port;
  return {
    url: url.href,
    config: {
      'http.followRedirects': 'false',
      'core.hooksPath': '/dev/null',
      'http.lowSpeedLimit': '1000',
      'http.lowSpeedTime': '30',
      'transfer.bundleURI': 'false',
      ...FRUGAL,
      ...(isIP(host) === 0 ? { 'http.curloptResolve': `${host}:${port}:${address}` } : {}),
    },
  };
}

function textOf({ failure, stderr, message }: GitError, { branch, limitMs }: RepositoryToRead): string {
  if (/[Oo]ut of memory|mmap failed|malloc/.test(stderr)) return MESSAGES.memory;
  if (failure === 'timed-out') return MESSAGES.slow(limitMs);
  if (/Remote branch .* not found/.test(stderr)) return MESSAGES.noBranch(branch);
  if (/redirect/i.test(stderr)) return MESSAGES.redirected;
  if (/could not read Username|Authentication failed|returned error: 40[134]|not found/.test(stderr)) return MESSAGES.notRead;
  return MESSAGES.failed(gitErrorLine(stderr) || message);
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    // Git renames files while it writes them.
    bytes += await stat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}
