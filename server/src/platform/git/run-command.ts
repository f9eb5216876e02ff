import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Readable } from 'node:stream';
import { GitError } from './git-errors.ts';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const STDERR_BYTES_MAX = 64 * 1024;
/** Between the polite end of a command and the rude one: git removes its lock files in it. */
export const GRACE_MS = 3_000;

/** A git command, ready to be started by whichever process does it. */
export interface CommandOrder {
  readonly args: readonly string[];
  /** The subcommand: what errors call it. */
  readonly name: string;
  /** All of its environment. */
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds. */
  readonly limitMs: number;
}

/** What a command that ran to its end said, whatever its exit code is. */
export interface CommandResult {
  /** Null: a signal ended it that was not ours. */
  readonly exitCode: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

interface RunOptions {
  /** Goes to stdin, chunk by chunk. */
  readonly input: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;
  readonly signal?: AbortSignal | undefined;
  /** Told the process group as soon as there is one. */
  readonly onStart?: (group: number) => void;
}

/**
 * Starts `git` in a process group of its own, so that its helpers (transport, packing) end with it, and waits for its end.
 *
 * @throws GitError `timed-out`, `aborted`, `too-much-output` after everything of it has ended, or `not-installed`; the error of what
 * reads the input.
 */
export async function runCommand(
  { args, name, env, limitMs }: CommandOrder,
  { input, signal, onStart }: RunOptions,
): Promise<CommandResult> {
  const child = spawn('git', args, { env, stdio: 'pipe', detached: true });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', (code) => resolve(code));
    child.once('error', reject);
  });
  if (child.pid !== undefined) onStart?.(child.pid);
  const stop = stopper(child);
  const timer = setTimeout(() => stop(new GitError(`git ${name} took longer than ${limitMs / 1000} s.`, 'timed-out')), limitMs);
  const onAbort = () => stop(calledOff(name));
  signal?.addEventListener('abort', onAbort, { once: true });

  const stdout = collect(child.stdout, OUTPUT_BYTES_MAX, () =>
    stop(new GitError(`git ${name} answered more than ${OUTPUT_BYTES_MAX} bytes.`, 'too-much-output')),
  );
  const stderr = collect(child.stderr, STDERR_BYTES_MAX);
  // git may end without reading all of its input; its exit code tells why.
  child.stdin.on('error', () => {});
  const source = Readable.from(input, { objectMode: true });
  // What could not be read whole must not look as if that had been all.
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
    // git may have ended without reading all: whoever reads files for it lets go of them.
    source.destroy();
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Why a command that its caller no longer wants gives no result. */
export function calledOff(name: string): GitError {
  return new GitError(`git ${name} was called off.`, 'aborted');
}

/** Signals a process group; nothing happens when all of it has ended. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // The whole group has ended already.
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
