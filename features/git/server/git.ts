import { channel } from 'node:diagnostics_channel';
import { gitEnvironment, type GitEnvironmentOptions } from './git-environment.ts';
import { GitError, gitErrorLine } from './git-errors.ts';
import { runInHost } from './git-host.ts';
import { abortError, runCommand, type CommandBounds, type CommandOrder, type CommandResult } from './run-command.ts';

/** Time limits of commands, in milliseconds. */
export const GIT_LIMIT_MS = { local: 60_000, large: 1_800_000, remote: 120_000, garbage: 1_800_000 } as const;

/** The oldest git whose `merge-tree` and `cat-file` have the options used here. */
const OLDEST_GIT = [2, 39] as const;

/** Largest input that goes through the host, in bytes. Copying more takes longer than starting git from here. */
const HOST_INPUT_MAX = 1024 * 1024;

/** Commands are counted in tests (testing/count-starts.mjs). */
const starts = channel('lessonwright:starts');

export interface GitOptions extends GitEnvironmentOptions {
  /** Written to stdin chunk by chunk; content read on demand is never in memory as a whole. */
  readonly input?: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;
  readonly signal?: AbortSignal | undefined;
  readonly limitMs?: number;
  readonly bounds?: CommandBounds;
  /** Exit codes that are a result, not a failure. */
  readonly answers?: readonly number[];
}

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs work that moves branches, once it is allowed to. */
export type MoveRefs = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A bare repository, accessed with the system's git without a work tree and without a shell. Values from users follow
 * `--end-of-options` or `--`, or go through stdin.
 */
export class GitRepository {
  readonly directory: string;
  /** Wraps everything that moves branches, here and on a remote on this machine. Don't nest calls. */
  readonly moveRefs: MoveRefs;
  /** Throws if another server writes to git now. Called before a remote on another machine is changed. */
  readonly mayWrite: () => Promise<void>;

  constructor(directory: string, moveRefs: MoveRefs = (work) => work(), mayWrite: () => Promise<void> = () => Promise.resolve()) {
    this.directory = directory;
    this.moveRefs = moveRefs;
    this.mayWrite = mayWrite;
  }

  /** @throws GitError if git exits with a code other than 0 or one of `answers`, or exceeds a limit. */
  async run(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
    return runGit([`--git-dir=${this.directory}`, ...args], options);
  }

  /** Like {@link run}: returns stdout as text, without the trailing newline. */
  async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
    return (await this.run(args, options)).stdout.toString('utf8').replace(/\n$/, '');
  }
}

/** Returns the version of the system's git. @throws GitError `not-installed` if git is missing or too old. */
export async function requireGit(): Promise<string> {
  const { stdout } = await runGit(['--version'], {});
  const version = /\d+\.\d+(\.\d+)?/.exec(stdout.toString())?.[0] ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1])) {
    throw new GitError(`git ${version} is too old: git ${OLDEST_GIT.join('.')} or newer is needed.`, 'not-installed');
  }
  return version;
}

/**
 * Runs `git` outside any repository (`init`, `--version`); inside one use {@link GitRepository}. The git host starts
 * it, or this process if the input is large.
 */
export async function runGit(args: readonly string[], options: GitOptions): Promise<GitResult> {
  const { input = [], limitMs = GIT_LIMIT_MS.local, answers = [], signal } = options;
  const name = args.find((arg) => !arg.startsWith('--git-dir=')) ?? '';
  if (signal?.aborted) throw abortError(name);

  starts.publish('gitCommands');
  const order = { args, name, env: gitEnvironment(options), limitMs, bounds: options.bounds };
  const { exitCode, stdout, stderr } = await start(order, input, signal);
  const message = Buffer.from(stderr).toString('utf8');
  if (exitCode === null || (exitCode !== 0 && !answers.includes(exitCode))) {
    throw new GitError(`git ${name}: ${gitErrorLine(message) || `ended with ${exitCode ?? 'a signal'}`}`, 'failed', exitCode, message);
  }
  return { exitCode, stdout: Buffer.from(stdout.buffer, stdout.byteOffset, stdout.byteLength), stderr: message };
}

async function start(
  order: CommandOrder,
  input: NonNullable<GitOptions['input']>,
  signal: AbortSignal | undefined,
): Promise<CommandResult> {
  if (Symbol.asyncIterator in input) return runCommand(order, { input, signal });
  const chunks = [...input];
  const isSmall = chunks.reduce((size, chunk) => size + Buffer.byteLength(chunk), 0) <= HOST_INPUT_MAX;
  return isSmall ? runInHost(order, joined(chunks), signal) : runCommand(order, { input: chunks, signal });
}

function joined(chunks: readonly (Uint8Array | string)[]): Buffer {
  return Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)));
}
