import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Machine } from './network.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const START_LIMIT_MS = 120_000;
const LOOK_EVERY_MS = 100;

interface Options {
  readonly machine: Machine;
  /** From the root of the repository. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** Its output is appended here. */
  readonly logFile: string;
}

/** A server or a runner on its own machine. */
export class NodeProcess {
  readonly #options: Options;
  #child: ChildProcess | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  get machine(): Machine {
    return this.#options.machine;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  start(): void {
    const { machine, program, env, logFile } = this.#options;
    const { command, args } = machine.inside;
    const log = openSync(logFile, 'a');
    this.#child = spawn(command, [...args, process.execPath, program], {
      cwd: REPOSITORY,
      env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
  }

  /** Returns once `url` replies. @throws Error if it doesn't in time. */
  async untilUp(url: string): Promise<void> {
    for (const end = performance.now() + START_LIMIT_MS; performance.now() < end; await sleep(LOOK_EVERY_MS)) {
      const isUp = await fetch(url, { signal: AbortSignal.timeout(LOOK_EVERY_MS * 10) }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return;
      if (!this.isRunning) break;
    }
    throw new Error(`${this.machine.name} did not start. See ${this.#options.logFile}`);
  }

  /** Ends it with everything it started, as when its machine loses power. */
  async kill(): Promise<void> {
    const exit = this.isRunning && this.#child !== null ? once(this.#child, 'exit') : null;
    await this.machine.killAll();
    await exit;
  }
}
