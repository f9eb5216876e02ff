import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DatabaseStartError } from './start-error.ts';

const HEARTBEAT_MS = 5_000;
/** A holder that can't be looked up counts as dead after this long without a sign of life. */
const SILENCE_MS = 12_000;
const MAX_ATTEMPTS = 5;

/**
 * Identifies the holder of a lock. A pid isn't enough: after a reboot or in another container it names another process,
 * and systems reuse it.
 */
const Holder = z.object({
  pid: z.number().int(),
  /** Start time of the process in clock ticks since boot; null if the system doesn't report it. */
  started: z.string().nullable(),
  boot: z.string().nullable(),
  /** PID namespace (containers have their own). */
  namespace: z.string().nullable(),
  /** Distinguishes two locks of one process. */
  id: z.string(),
});
type Holder = z.infer<typeof Holder>;

interface LockOptions {
  readonly silenceMs?: number;
  readonly whyRefused: (pid: number) => string;
}

/** Another process holds the lock of a folder. */
export class FolderInUseError extends DatabaseStartError {
  readonly pid: number;

  constructor(pid: number, message: string) {
    super(message);
    this.pid = pid;
  }
}

/**
 * Keeps a second process out of a folder that only one may open. A file beside the folder names the holder; a lock
 * whose process is gone is taken over.
 */
export class FolderLock {
  readonly #path: string;
  readonly #text: string;
  readonly #heartbeat: NodeJS.Timeout;

  private constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  /**
   * Takes the lock of `folder`, which is the file `<folder>.lock`.
   * @param options.silenceMs How long to watch a holder in another container for signs of life.
   * @param options.whyRefused Returns the message if the process with this id holds the lock.
   * @throws FolderInUseError if a living process holds it.
   */
  static async take(folder: string, options: LockOptions): Promise<FolderLock> {
    const { silenceMs = SILENCE_MS, whyRefused } = options;
    const path = `${folder}.lock`;
    const text = JSON.stringify(describeSelf());
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (createAtomically(path, text)) return new FolderLock(path, text);
      const found = readOrNull(path);
      if (found === null) continue;
      const holder = parseHolder(found);
      if (holder !== null && (await isAlive(holder, path, silenceMs))) throw new FolderInUseError(holder.pid, whyRefused(holder.pid));
      removeStale(path, found);
    }
    throw new DatabaseStartError(`The lock ${path} keeps changing owners: other processes are starting on the same folder.`);
  }

  release(): void {
    clearInterval(this.#heartbeat);
    if (readOrNull(this.#path) === this.#text) rmSync(this.#path, { force: true });
  }

  #beat(): void {
    try {
      const now = new Date();
      utimesSync(this.#path, now, now);
    } catch {
      // The file was removed by hand; nothing to keep alive.
    }
  }
}

/** Creates the file with its complete content in one step. Returns false if it exists already. */
function createAtomically(path: string, text: string): boolean {
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, text);
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Removes a dead process's lock. If another process replaced it first, that lock is put back. */
function removeStale(path: string, stale: string): void {
  const caught = `${path}.${randomUUID()}`;
  try {
    renameSync(path, caught);
    if (readFileSync(caught, 'utf8') !== stale) linkSync(caught, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error))) throw error;
  } finally {
    rmSync(caught, { force: true });
  }
}

async function isAlive(holder: Holder, path: string, silenceMs: number): Promise<boolean> {
  const self = describeSelf();
  if (holder.boot !== self.boot) return false;
  if (holder.namespace !== self.namespace) return isTouched(path, silenceMs);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    if (codeOf(error) === 'ESRCH') return false;
  }
  return processStart(holder.pid) === holder.started;
}

/** A process in another container can't be looked up, but it touches its lock as long as it lives. */
async function isTouched(path: string, silenceMs: number): Promise<boolean> {
  const before = modified(path);
  await sleep(silenceMs);
  return modified(path) !== before;
}

function modified(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function describeSelf(): Holder {
  return {
    pid: process.pid,
    started: processStart(process.pid),
    boot: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: attempt(() => readlinkSync('/proc/self/ns/pid')),
    id: randomUUID(),
  };
}

/** The 22nd field of /proc/<pid>/stat. The second, the name, may contain spaces and parentheses. */
function processStart(pid: number): string | null {
  return attempt(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  });
}

function parseHolder(text: string): Holder | null {
  return Holder.safeParse(attempt(() => JSON.parse(text) as unknown)).data ?? null;
}

function readOrNull(path: string): string | null {
  return attempt(() => readFileSync(path, 'utf8'));
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
