import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { PassThrough, pipeline, type Duplex, type Readable, type Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MemoryGroup } from './memory-groups.ts';

/** How long a sandbox may take to start, and to exit once its first process is killed, before bubblewrap itself is killed. */
const KILL_GRACE_MS = 2_000;
/** A stopped process pauses within microseconds, unless the kernel is busy with it. */
const STOP_PAUSE_MS = 5;
const STOP_LOOKS = 200;
/** How often the memory of a run is looked at. */
const LOOK_PAUSE_MS = 150;
/** The kernel counts resident pages on each processor, so that their sum may lag behind. */
const INEXACT_BYTES = 32 * 1024 * 1024;
/** If the kernel killed the program itself, its supervisor still gets this long to report. */
const REPORT_MS = 1_000;

interface SandboxEnd {
  /** Exit code of the command inside; 128 and above: ended by a signal. */
  readonly exitCode: number | null;
  readonly isOutOfMemory: boolean;
}

/** A command in its sandbox. Its streams must be read to their ends. */
export interface SandboxProcess {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Descriptor 4 inside. */
  readonly report: Readable;
  /** Descriptor 3 inside; already ended unless the command `keepsInput`. */
  readonly input: Writable;
  /** Settles once it is completely gone: no process, mount or control group is left. */
  readonly ended: Promise<SandboxEnd>;
  /** Kills all of its processes at once. */
  kill(): void;
  /**
   * Limits the memory of a slot during one run; `onExhausted` is called when it is exceeded.
   * @returns a function that removes the limit and returns whether it was exceeded
   */
  bound(bytes: number, onExhausted: () => void): Promise<() => Promise<boolean>>;
}

/** A run, however it was started. */
export type RunProcess = Pick<SandboxProcess, 'stdout' | 'stderr' | 'report' | 'ended' | 'kill'>;

interface Launch {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ids: { uid: number; gid: number } | null;
  /** An open file with the system call filter. */
  readonly filter: number;
  /** Bubblewrap's own arguments. */
  readonly setup: readonly string[];
  /** What the command reads from descriptor 3. */
  readonly input: string | Uint8Array;
  /** More input than `input` will follow. */
  readonly keepsInput: boolean;
  readonly memoryBytes: number;
  /** Watch memory from start to end; otherwise only during `bound`. */
  readonly isWatched: boolean;
  readonly group: MemoryGroup | null;
}

/** By descriptor inside; the first one and the filter are not streams. */
type Streams = [null, Readable, Readable, Writable, Readable, null, Duplex, Writable];

/**
 * What a sandbox begins with as its first process: reports on descriptor 6 that it has started, and waits for the reply. Then it becomes the
 * command, or runs it and reaps the orphans.
 *
 * Bubblewrap's `--die-with-parent` is not enough: a parent that ends while bubblewrap sets the sandbox up goes unnoticed, and the code would
 * run without limits. After the reply, the runner was alive when all of bubblewrap was ready to end with it.
 */
export function startCommand(command: readonly string[], isFirstProcess: boolean): string[] {
  // The shell must not print how the command ended.
  const run = isFirstProcess ? 'exec "$@" 6>&-' : 'exec 9>&2 2>/dev/null; "$@" 2>&9 6>&- 9>&-; exit $?';
  return ['/bin/sh', '-c', `echo >&6 && read -r _ <&6 || exit; ${run}`, 'sh', ...command];
}

/** Starts a sandbox; no code in it outlives this process. */
export function launch(options: Launch): SandboxProcess {
  const child = spawn(options.file, options.arguments, {
    cwd: '/',
    env: options.environment,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', options.filter, 'pipe', 'pipe'],
    ...options.ids,
  });
  const [, outputPipe, errorPipe, input, reportPipe, , started, setup] = child.stdio as unknown as Streams;
  const [stdout, stderr, report] = [keepUnread(outputPipe), keepUnread(errorPipe), keepUnread(reportPipe)];
  // A process may exit before everything was read or written, so stream errors aren't failures.
  for (const stream of [stdout, stderr, input, report, started, setup]) stream.on('error', () => undefined);
  setup.end(options.setup.map((argument) => `${argument}\0`).join(''));
  if (options.keepsInput) input.write(options.input);
  else input.end(options.input);

  let firstPid: number | null = null;
  let hasOverrun = false;
  let stopWatch: () => void = () => undefined;
  let killTimer: NodeJS.Timeout | null = null;
  let isKilled = false;
  let isOver = false;

  const kill = () => {
    isKilled = true;
    // Killing the first process ends all others, and bubblewrap outside then exits. Don't kill anything before the sandbox has started:
    // its first process waits for bubblewrap, and would wait forever if bubblewrap were killed.
    if (firstPid !== null && !sendKill(firstPid)) void killWithChildren(child);
    killTimer ??= setTimeout(() => void killWithChildren(child), KILL_GRACE_MS);
  };

  started.once('data', () => {
    started.end('\n');
    firstPid = isOver ? null : (childrenOf(child.pid ?? 0)[0] ?? null);
    if (firstPid === null) return;
    if (isKilled) kill();
    if (!options.isWatched) return;
    stopWatch = watchMemory(firstPid, options.memoryBytes, options.group, () => {
      hasOverrun = true;
      kill();
    });
  });

  const ended = settle(child).then(async (exitCode): Promise<SandboxEnd> => {
    isOver = true;
    stopWatch();
    if (killTimer) clearTimeout(killTimer);
    firstPid = null;
    const isOutOfMemory = hasOverrun || ((await options.group?.isExhausted()) ?? false);
    await options.group?.remove();
    return { exitCode, isOutOfMemory };
  });
  let boundBytes = options.memoryBytes;
  const bound: SandboxProcess['bound'] = async (bytes, onExhausted) => {
    const { group } = options;
    if (firstPid === null) throw new Error('Nothing is running.');
    if (bytes !== boundBytes) await group?.resize(bytes);
    boundBytes = bytes;
    // It may already have ended.
    if (firstPid === null) throw new Error('Nothing is running.');
    let isExhausted = false;
    const stop = watchMemory(firstPid, bytes, group, () => {
      isExhausted = true;
      onExhausted();
    });
    return async () => {
      stop();
      if (group && (await group.isExhausted())) {
        isExhausted = true;
        await group.forget();
      }
      return isExhausted;
    };
  };
  return { stdout, stderr, report, input, ended, kill, bound };
}

async function settle(child: ChildProcess): Promise<number | null> {
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  } catch {
    // It didn't even start; its empty streams show that.
    return null;
  }
}

/**
 * Keeps the output of a run until it is read. Node discards unread output when a process exits, and on a busy machine a short run can end
 * before its reader starts.
 */
function keepUnread(pipe: Readable): Readable {
  const kept = new PassThrough();
  pipeline(pipe, kept, () => undefined);
  return kept;
}

/**
 * For a sandbox that doesn't start or doesn't exit. The command is stopped first: a child that it creates after we looked for its
 * children would wait for it forever.
 */
async function killWithChildren(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid !== undefined && child.kill('SIGSTOP')) {
    for (let look = 0; look < STOP_LOOKS && isRunning(pid); look += 1) await sleep(STOP_PAUSE_MS);
    if (child.exitCode === null && child.signalCode === null) for (const each of childrenOf(pid)) sendKill(each);
  }
  child.kill('SIGKILL');
}

/** Neither stopped nor ended. */
function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[TtZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

function childrenOf(pid: number): number[] {
  return readNow(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function sendKill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/**
 * Polls a run's memory and calls `onExhausted` when it exceeds its limit. With a control group, the kernel has then killed one of
 * its processes; without one, the processes together use more than `bytes`.
 *
 * @param pid the sandbox's first process, ancestor of all others, including orphans
 * @returns a function that stops watching
 */
function watchMemory(pid: number, bytes: number, group: MemoryGroup | null, onExhausted: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  let isOver = false;
  const look = async () => {
    const isExhausted = group ? await group.isExhausted() : await holdsMore(pid, bytes);
    if (isOver) return;
    timer = isExhausted ? setTimeout(onExhausted, group ? REPORT_MS : 0) : setTimeout(() => void look(), LOOK_PAUSE_MS);
  };
  void look();
  return () => {
    isOver = true;
    if (timer) clearTimeout(timer);
  };
}

/**
 * Whether a process and its descendants use more. The exact number takes the kernel longer the more they use, and processes that wait for
 * their run are watched as well; so it is asked for only if the processes might use that much.
 */
async function holdsMore(pid: number, bytes: number): Promise<boolean> {
  return residentBytes(pid) + INEXACT_BYTES > bytes && (await heldBy(pid)) > bytes;
}

/** More than they use: shared pages count for each. Read at once, because a promise for each file takes longer than reading it. */
function residentBytes(pid: number): number {
  const own = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readNow(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
  return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), own);
}

function readNow(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}

/** Bytes used by a process and its descendants; shared pages are divided among them. Exited processes count as zero. */
async function heldBy(pid: number): Promise<number> {
  const [own, below] = await Promise.all([proportionalBytes(pid), Promise.all(childrenOf(pid).map(heldBy))]);
  return below.reduce((sum, bytes) => sum + bytes, own);
}

async function proportionalBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}
