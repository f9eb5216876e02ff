import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Readable } from 'node:stream';
import { gitEnvironment, type GitSurroundings } from './git-environment.ts';
import { GitError, gitWords } from './git-errors.ts';

/** How long commands may take, in milliseconds. */
export const GIT_LIMIT_MS = { local: 60_000, remote: 120_000, garbage: 1_800_000 } as const;

/** The oldest git whose `merge-tree` and `cat-file` do what is asked of them here. */
const OLDEST_GIT = [2, 39] as const;

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const STDERR_BYTES_MAX = 64 * 1024;
/** Between the polite end of a command and the rude one: git removes its lock files in it. */
const GRACE_MS = 3_000;

export interface GitOptions extends GitSurroundings {
  /** Goes to stdin, chunk by chunk. */
  readonly input?: Iterable<Uint8Array | string>;
  readonly signal?: AbortSignal | undefined;
  readonly limitMs?: number;
  /** Exit codes that are an answer, not a failure. */
  readonly answers?: readonly number[];
}

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * One bare repository, worked on by the system's git without a work tree and without a shell.
 * Values that come from people follow `--end-of-options` or `--`, or go through stdin.
 */
export class GitRepository {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** @throws GitError when git ends with another code than 0 or one of `answers`, or runs over a limit. */
  async run(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
    return runGit([`--git-dir=${this.directory}`, ...args], options);
  }

  /** Like {@link run}: stdout as text, without the line end. */
  async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
    return (await this.run(args, options)).stdout.toString('utf8').replace(/\n$/, '');
  }
}

/** The version of the system's git. @throws GitError `not-installed` when there is none, or an older one than needed. */
export async function requireGit(): Promise<string> {
  const { stdout } = await runGit(['--version'], {});
  const version = /\d+\.\d+(\.\d+)?/.exec(stdout.toString())?.[0] ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1])) {
    throw new GitError(`git ${version} is too old: git ${OLDEST_GIT.join('.')} or newer is needed.`, 'not-installed');
  }
  return version;
}

/** Runs `git` outside any repository (`init`, `--version`); inside one use {@link GitRepository}. */
export async function runGit(args: readonly string[], options: GitOptions): Promise<GitResult> {
  const { input = [], limitMs = GIT_LIMIT_MS.local, answers = [], signal } = options;
  const command = args.find((arg) => !arg.startsWith('--git-dir=')) ?? '';
  if (signal?.aborted) throw new GitError(`git ${command} was called off.`, 'aborted');

  // A process group of its own, so that git's helpers (transport, packing) end with it.
  const child = spawn('git', args, { env: gitEnvironment(options), stdio: 'pipe', detached: true });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', (code) => resolve(code));
    child.once('error', reject);
  });
  const stop = stopper(child);
  const timer = setTimeout(() => stop(new GitError(`git ${command} took longer than ${limitMs / 1000} s.`, 'timed-out')), limitMs);
  const onAbort = () => stop(new GitError(`git ${command} was called off.`, 'aborted'));
  signal?.addEventListener('abort', onAbort, { once: true });

  const stdout = collect(child.stdout, OUTPUT_BYTES_MAX, () =>
    stop(new GitError(`git ${command} answered more than ${OUTPUT_BYTES_MAX} bytes.`, 'too-much-output')),
  );
  const stderr = collect(child.stderr, STDERR_BYTES_MAX);
  // git may end without reading all of its input; its exit code tells why.
  child.stdin.on('error', () => {});
  Readable.from(input, { objectMode: true }).pipe(child.stdin);

  try {
    const exitCode = await ended;
    const reason = stop.reason();
    if (reason) throw reason;
    const words = Buffer.concat(stderr).toString('utf8');
    if (exitCode === null || (exitCode !== 0 && !answers.includes(exitCode))) {
      throw new GitError(`git ${command}: ${gitWords(words) || `ended with ${exitCode ?? 'a signal'}`}`, 'failed', exitCode, words);
    }
    return { exitCode, stdout: Buffer.concat(stdout), stderr: words };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new GitError('git was not found: install git (Debian and Ubuntu: apt install git).', 'not-installed');
    }
    throw error;
  } finally {
    clearTimeout(timer);
    stop.done();
    signal?.removeEventListener('abort', onAbort);
  }
}

function collect(stream: Readable, limit: number, onOverflow?: () => void): Buffer[] {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else onOverflow?.();
  });
  return chunks;
}

/** Ends a child and all of its group, once, remembering the first reason. */
function stopper(child: ChildProcessWithoutNullStreams) {
  let reason: GitError | null = null;
  let grace: NodeJS.Timeout | undefined;
  const signalGroup = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The whole group has ended already.
    }
  };
  const stop = (why: GitError) => {
    if (reason) return;
    reason = why;
    signalGroup('SIGTERM');
    grace = setTimeout(() => signalGroup('SIGKILL'), GRACE_MS);
  };
  return Object.assign(stop, { reason: (): GitError | null => reason, done: () => clearTimeout(grace) });
}
