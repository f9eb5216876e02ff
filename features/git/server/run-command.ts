import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Readable } from 'node:stream';
import { GitError } from './git-errors.ts';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const STDERR_BYTES_MAX = 64 * 1024;
/** Time between SIGTERM and SIGKILL, in which git removes its lock files. */
export const GRACE_MS = 3_000;

/** What a command may use, with each process that it starts. */
export interface CommandBounds {
  readonly memoryBytes: number;
  readonly cpuSeconds: number;
}

/**
 * Sets the limits of the system and becomes git. A system without one of them goes without it. They are soft ones, which our own hooks lift
 * for themselves.
 */
const BOUNDED = 'ulimit -S -v "$1" 2>/dev/null; ulimit -S -t "$2" 2>/dev/null; shift 2; exec git "$@"';

/** The program and arguments of a git command that can't exceed its bounds. */
export function boundedGit({ memoryBytes, cpuSeconds }: CommandBounds, args: readonly string[]): [string, string[]] {
  return ['sh', ['-c', BOUNDED, 'sh', String(Math.ceil(memoryBytes / 1024)), String(cpuSeconds), ...args]];
}

/** A git command that any process can start. */
export interface CommandOrder {
  readonly args: readonly string[];
  /** The subcommand, as errors name it. */
  readonly name: string;
  /** The complete environment. */
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds. */
  readonly limitMs: number;
  /** Bounds for content that others made: git may expand it beyond its size. */
  readonly bounds?: CommandBounds | undefined;
}

/** The output of a command that ran to its end, whatever its exit code. */
export interface CommandResult {
  /** Null: a signal that we didn't send ended it. */
  readonly exitCode: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

interface RunOptions {
  /** Written to stdin chunk by chunk. */
  readonly input: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;
  readonly signal?: AbortSignal | undefined;
  /** Receives the process group as soon as it exists. */
  readonly onStart?: (group: number) => void;
}

/**
 * Starts `git` in its own process group, so that its helpers (transport, packing) end with it, and waits for its exit.
 *
 * @throws GitError `timed-out`, `aborted`, `too-much-output` after the whole group has ended, or `not-installed`;
 * errors of the input are rethrown.
 */
export async function runCommand(
  { args, name, env, limitMs, bounds }: CommandOrder,
  { input, signal, onStart }: RunOptions,
): Promise<CommandResult> {
  const options = { env, stdio: 'pipe', detached: true } as const;
  const child = bounds === undefined ? spawn('git', args, options) : spawn(...boundedGit(bounds, args), options);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', (code) => resolve(code));
    child.once('error', reject);
  });
  if (child.pid !== undefined) onStart?.(child.pid);
  const stop = stopper(child);
  const timer = setTimeout(() => stop(new GitError(`git ${name} took longer than ${limitMs / 1000} s.`, 'timed-out')), limitMs);
  const onAbort = () => stop(abortError(name));
  signal?.addEventListener('abort', onAbort, { once: true });

  const stdout = collect(child.stdout, OUTPUT_BYTES_MAX, () =>
    stop(new GitError(`git ${name} wrote more than ${OUTPUT_BYTES_MAX} bytes.`, 'too-much-output')),
  );
  const stderr = collect(child.stderr, STDERR_BYTES_MAX);
  // Git may exit without reading all of its input; its exit code says why.
  child.stdin.on('error', () => {});
  const source = Readable.from(input, { objectMode: true });
  // Input that couldn't be read completely must not look complete.
  source.once('error', stop);
  source.pipe(child.stdin);

  try {
    const exitCode = await ended;
    const reason = stop.reason();
    if (reason) throw reason;
    return { exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new GitError('git was not found: install git (Debian and Ubuntu: apt install git).', 'not-installed');
    }
    throw error;
  } finally {
    clearTimeout(timer);
    stop.done();
    // Git may have exited without reading everything: release the files being read.
    source.destroy();
    signal?.removeEventListener('abort', onAbort);
  }
}

/** The error of a command that its caller aborted. */
export function abortError(name: string): GitError {
  return new GitError(`git ${name} was aborted.`, 'aborted');
}

/** Signals a process group; does nothing if it has already ended. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // The whole group has already ended.
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

/** Ends a child and its whole group, once, and remembers the first reason. */
function stopper({ pid }: ChildProcessWithoutNullStreams) {
  let reason: Error | null = null;
  let grace: NodeJS.Timeout | undefined;
  const stop = (why: Error) => {
    if (reason) return;
    reason = why;
    if (pid === undefined) return;
    signalGroup(pid, 'SIGTERM');
    grace = setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS);
  };
  return Object.assign(stop, { reason: (): Error | null => reason, done: () => clearTimeout(grace) });
}
