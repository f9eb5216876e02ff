import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { readLines } from '#platform/contract/json-lines.ts';
import { programFile } from '#platform/server/program-file.ts';
import type { RunnerAddress } from './runner-client.ts';

const PROGRAM = programFile('runner');
/** Caps the young generation, which Node otherwise lets grow to three times 16 MB before collecting it. */
const YOUNG_HEAP = '--max-semi-space-size=4';
/** A first start lists the fonts of every interpreter. */
const READY_MS = 120_000;
const LEAVE_MS = 8_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A runner that lived this long did not fail on start, so the next one starts without a long pause. */
const HEALTHY_MS = 60_000;
/** Longest line of the runner's log that is kept. */
const MOST_LINE_BYTES = 1024 * 1024;

const Ready = z.object({ port: z.number().int().positive() });

/**
 * The runner beside the server: its own process with none of the server's settings or secrets. It is restarted whenever
 * it dies, and exits when this process does, because its standard input closes.
 */
export class LocalRunner {
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #log: Logger;
  readonly #leaving = new AbortController();
  readonly #living: Promise<void>;
  #address = Promise.withResolvers<RunnerAddress>();

  /** @param environment Settings for the runner itself (`LESSONWRIGHT_RUNNER_…`). */
  constructor(folder: string, environment: Readonly<Record<string, string>>, log: Logger) {
    this.#folder = folder;
    this.#environment = environment;
    this.#log = log;
    this.#living = this.#live();
  }

  /** Resolves to its address once it is up. */
  address(): Promise<RunnerAddress> {
    return this.#address.promise;
  }

  async stop(): Promise<void> {
    this.#leaving.abort();
    await this.#living;
  }

  async #live(): Promise<void> {
    const { signal } = this.#leaving;
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const startedAt = performance.now();
      await this.#runOnce();
      this.#address = Promise.withResolvers();
      if (signal.aborted) return;
      if (performance.now() - startedAt > HEALTHY_MS) pause = FIRST_PAUSE_MS;
      this.#log.error({ pause }, 'the local runner exited and is restarted');
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Settles when the process has exited. */
  async #runOnce(): Promise<void> {
    const token = randomBytes(32).toString('base64url');
    const child = spawn(process.execPath, [YOUNG_HEAP, PROGRAM], {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: homedir(),
        ...compileCache(),
        ...this.#environment,
        LESSONWRIGHT_RUNNER_NAME: 'local',
        LESSONWRIGHT_RUNNER_HOST: '127.0.0.1',
        LESSONWRIGHT_RUNNER_PORT: '0',
        LESSONWRIGHT_RUNNER_FOLDER: this.#folder,
        LESSONWRIGHT_RUNNER_ATTACHED: '1',
      },
    });
    const ended = once(child, 'exit').catch((error: unknown) => this.#log.error({ err: error }, 'could not start the local runner'));
    child.stdin.on('error', () => undefined);
    child.stdin.write(`${token}\n`);
    const overdue = setTimeout(() => child.kill('SIGKILL'), READY_MS);
    void eachLine(child.stderr, (line) => this.#log.warn({ line }, 'output of the local runner'));
    let isFirst = true;
    void eachLine(child.stdout, (line) => {
      if (!isFirst) return;
      isFirst = false;
      clearTimeout(overdue);
      const port = portOf(line);
      if (port === null) child.kill('SIGKILL');
      else this.#address.resolve({ url: `http://127.0.0.1:${port}`, token });
    });
    const leave = () => void stopProcess(child);
    this.#leaving.signal.addEventListener('abort', leave, { once: true });
    if (this.#leaving.signal.aborted) leave();
    await ended;
    clearTimeout(overdue);
    this.#leaving.signal.removeEventListener('abort', leave);
  }
}

/** Of Node: with the server's, a runner starts in half the time. */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  // Node adds a folder for its version.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** Calls `take` for each line until the stream ends. A broken stream or an unterminated line ends nothing else. */
async function eachLine(stream: Readable, take: (line: string) => void): Promise<void> {
  stream.on('error', () => undefined);
  const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    for await (const line of readLines(chunks, MOST_LINE_BYTES)) take(line);
  } catch {
    // Drains the rest, so that its writer neither blocks nor fails.
    stream.resume();
  }
}

function portOf(line: string): number | null {
  try {
    return Ready.parse(JSON.parse(line)).port;
  } catch {
    return null;
  }
}

/** Closing its input asks it to end its runs and exit. */
async function stopProcess(child: ChildProcess): Promise<void> {
  const overdue = setTimeout(() => child.kill('SIGKILL'), LEAVE_MS);
  child.stdin?.end();
  await once(child, 'exit');
  clearTimeout(overdue);
}
