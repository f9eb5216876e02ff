import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DatabaseStartError } from '../start-error.ts';
import { databaseAccount, type Account } from './account.ts';
import { asAccount, IN_WORKING_FOLDER } from './as-account.ts';
import { ensureCluster, SUPERUSER } from './cluster.ts';
import { findPostmaster, STOP_LIMITS, stopPostmaster, type StopLimits } from './postmaster.ts';
import { findPostgresPrograms } from './programs.ts';
import { serverArguments, type PostgresSettings } from './settings.ts';

// Life of the server process: starting ──▶ running ──▶ stopped, by stop() or with this process
//                                ▲            │
//                                └── a pause ─┘ it crashed; committed data is recovered
//
// Clients connect through a socket in the cluster's own folder, which only its account and root may enter.

const START_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 10;
const CRASH_LIMIT_MS = 10_000;
const RESTART_PAUSE_MS = { first: 100, longest: 5_000 };
/** After running this long, a failed server restarts with the first pause again. */
const STEADY_MS = 60_000;
/** The last of a socket address's 108 bytes is zero. */
const LONGEST_SOCKET_PATH = 107;
const SOCKET_NAME = '.s.PGSQL.5432';

export interface PostgresOptions {
  /** The cluster's folder, created on first use. */
  readonly folder: string;
  readonly log: Logger;
  readonly settings?: PostgresSettings;
  /** False: nothing is flushed to disk, for tests. */
  readonly sync?: boolean;
  readonly stopLimits?: StopLimits;
}

/** A PostgreSQL server as a child process. */
export class PostgresProcess {
  /** For `pg`: the superuser and the database `postgres`. */
  readonly url: string;
  readonly #options: PostgresOptions;
  readonly #programs: string;
  readonly #account: Account | null;
  readonly #socket: SocketFolder;
  #child: ChildProcess | null = null;
  #isStopping = false;
  #restarting: Promise<void> = Promise.resolve();

  private constructor(options: PostgresOptions, programs: string, account: Account | null, socket: SocketFolder) {
    this.#options = options;
    this.#programs = programs;
    this.#account = account;
    this.#socket = socket;
    this.url = postgresUrl(socket.path);
  }

  /**
   * Starts the server and returns once it accepts connections. A server left behind by an earlier process is stopped
   * first: the caller holds the lock of the data folder.
   * @throws DatabaseStartError with the server's output.
   */
  static async start(options: PostgresOptions): Promise<PostgresProcess> {
    const account = await databaseAccount();
    const programs = await findPostgresPrograms(account);
    const limits = options.stopLimits ?? STOP_LIMITS;
    await stopPostmaster(options.folder, limits);
    await ensureCluster(options.folder, { programs, account, sync: options.sync ?? true });
    const postgres = new PostgresProcess(options, programs, account, await openSocketFolder(options.folder));
    try {
      await postgres.#launchAfterCrash();
      return postgres;
    } catch (error) {
      await postgres.stop();
      throw error;
    }
  }

  /** Ends open statements, flushes everything, and returns when the process is gone. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#restarting;
    const child = this.#child;
    // Without a pid it never started.
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      // Otherwise this process could end before the database has.
      child.ref();
      await stopPostmaster(this.#options.folder, this.#options.stopLimits);
      // Its pid file isn't there yet or isn't recognized; it is still our child.
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
      await exit;
    }
    await this.#socket.remove();
  }

  /** Processes of a killed server may take a moment to disappear, and hold its lock and shared memory until then. */
  async #launchAfterCrash(): Promise<void> {
    for (const end = Date.now() + CRASH_LIMIT_MS; ; await sleep(RESTART_PAUSE_MS.first)) {
      try {
        return await this.#launch();
      } catch (error) {
        const isHeld = error instanceof DatabaseStartError && /lock file "postmaster\.pid"|shared memory block/.test(error.message);
        if (!isHeld || Date.now() > end) throw error;
      }
    }
  }

  async #launch(): Promise<void> {
    const { folder, settings = {}, sync = true, log } = this.#options;
    const program = [join(this.#programs, 'postgres'), '-D', IN_WORKING_FOLDER, ...serverArguments(settings, { sync })];
    const { command, args, env } = asAccount(this.#account, program);
    // Its own process group: Ctrl-C in a terminal reaches only the product, which stops the database last.
    const child = spawn(command, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    const said: string[] = [];
    let isStarted = false;
    createInterface(child.stderr).on('line', (line) => {
      if (!isStarted && /\b(?:FATAL|PANIC|DETAIL|HINT):|^setpriv:/.test(line))
        said.push(line.replace(/^.*?\b(?=FATAL|PANIC|DETAIL|HINT)/, ''));
      const isTrouble = isStarted && !this.#isStopping && /\b(?:FATAL|PANIC):/.test(line);
      log[isTrouble ? 'warn' : 'debug']({ line }, 'PostgreSQL');
    });
    const failed = once(child, 'error').then(([error]: unknown[]) => String(error));
    const exited = once(child, 'exit').then(() => 'it exited');
    const end = Date.now() + START_LIMIT_MS;
    let failure: string | null = null;
    void Promise.race([failed, exited]).then(
      (reason) => (failure = reason),
      () => undefined,
    );
    const isReady = () => {
      const found = findPostmaster(folder);
      return found?.pid === child.pid && found?.isReady;
    };
    while (failure === null && !isReady()) {
      await sleep(LOOK_EVERY_MS);
      if (Date.now() < end) continue;
      child.kill('SIGQUIT');
      await exited;
      failure = `it was not ready within ${START_LIMIT_MS / 1000} s`;
    }
    if (failure !== null) throw new DatabaseStartError(`Couldn’t start PostgreSQL: ${said.join(' ') || failure}`);
    isStarted = true;
    const startedAt = Date.now();
    child.once('exit', (code, signal) => {
      if (this.#isStopping) return;
      log.error({ code, signal }, 'PostgreSQL exited unexpectedly and is restarted');
      this.#restarting = this.#restart(Date.now() - startedAt > STEADY_MS ? 0 : 1);
    });
    // If the product ends without stopping it, PostgreSQL stops by itself.
    child.unref();
    if (child.stderr instanceof Socket) child.stderr.unref();
  }

  /**
   * Retries until it runs again: old processes may still hold the shared memory, or the disk may be full for a while.
   */
  async #restart(attempt: number): Promise<void> {
    for (let count = attempt; !this.#isStopping; count++) {
      if (count > 0) await sleep(Math.min(RESTART_PAUSE_MS.first * 2 ** (count - 1), RESTART_PAUSE_MS.longest));
      try {
        if (!this.#isStopping) await this.#launch();
        return;
      } catch (error) {
        this.#options.log.error({ err: error }, 'PostgreSQL could not be restarted yet');
      }
    }
  }
}

/**
 * Returns the address of the server running on this cluster, for a second process on the same machine; null if none
 * runs or it accepts no connections. Call `remove` when done.
 */
export async function findRunningPostgres(folder: string): Promise<{ readonly url: string; readonly remove: () => Promise<void> } | null> {
  if (findPostmaster(folder)?.isReady !== true) return null;
  const socket = await openSocketFolder(folder);
  return { url: postgresUrl(socket.path), remove: socket.remove };
}

interface SocketFolder {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** Returns the socket's folder under a path that is short enough: its own, or a link to it. */
async function openSocketFolder(folder: string): Promise<SocketFolder> {
  if (Buffer.byteLength(join(folder, SOCKET_NAME)) <= LONGEST_SOCKET_PATH) return { path: folder, remove: async () => {} };
  const short = await mkdtemp(join(shortTemporaryFolder(), 'lessonwright-'));
  await symlink(folder, join(short, 'db'));
  return { path: join(short, 'db'), remove: () => rm(short, { recursive: true, force: true }) };
}

function shortTemporaryFolder(): string {
  const folder = tmpdir();
  return Buffer.byteLength(join(folder, 'lessonwright-123456/db', SOCKET_NAME)) <= LONGEST_SOCKET_PATH ? folder : '/tmp';
}

/** The address of a database on the server whose socket is in `folder`. */
export function postgresUrl(folder: string, database = 'postgres'): string {
  return `postgresql://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(folder)}`;
}
