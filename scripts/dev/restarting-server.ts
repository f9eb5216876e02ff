import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const PROGRAM = resolve(import.meta.dirname, 'server.ts');
/** Then it is killed: whatever was acknowledged is kept, and nobody waits for an edit to be served. */
const STOP_MS = 700;
const LOOK_EVERY_MS = 20;

// A server's life: spare ──▶ starting ──▶ up ──▶ stopped, by the next change
//                                │          └──▶ failed: it ended by itself
//                                └─────────────▶ failed, until the next change

/**
 * A server that is replaced when its files change. The next one already waits with all packages loaded, which is half of what a start
 * takes.
 */
export class RestartingServer {
  readonly #port: number;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #program: string;
  #child: ChildProcess | null = null;
  #spare: ChildProcess;
  #changes = 0;
  #isStopped = false;
  #settled: Promise<boolean>;

  /** @param program loads what does not change, starts the server when it gets a message, and ends on SIGTERM. */
  constructor(port: number, environment: NodeJS.ProcessEnv, program = PROGRAM) {
    this.#port = port;
    this.#environment = environment;
    this.#program = program;
    this.#spare = this.#makeSpare();
    this.#settled = this.#replace(0);
  }

  /** True once the newest server takes calls, false when it failed. */
  async whenSettled(): Promise<boolean> {
    for (;;) {
      const changes = this.#changes;
      const isUp = await this.#settled;
      if (changes === this.#changes) return isUp && this.#child?.exitCode === null;
    }
  }

  restart(): void {
    if (this.#isStopped) return;
    const change = ++this.#changes;
    this.#settled = this.#settled.then(() => this.#replace(change));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#spare.kill('SIGKILL');
    // One that is starting ends as well, so that nobody waits for it.
    await Promise.all([this.#end(), this.#settled]);
    await this.#end();
  }

  async #replace(change: number): Promise<boolean> {
    // A later change has come: only that one's server is of use.
    if (change !== this.#changes || this.#isStopped) return false;
    const startedAt = performance.now();
    await this.#end();
    const child = this.#spare.exitCode === null ? this.#spare : this.#makeSpare();
    this.#child = child;
    child.send('start');
    const isUp = await this.#comesUp(child);
    if (this.#isStopped) return false;
    this.#spare = this.#makeSpare();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    if (!isUp) console.log('The server does not start. It is started again when one of its files changes.');
    else child.once('exit', () => this.#tellEnd(child));
    if (isUp && change > 0) console.log(`The server has been restarted (${seconds} s).`);
    return isUp;
  }

  #tellEnd(child: ChildProcess): void {
    if (child === this.#child && !this.#isStopped) console.log('The server has ended. It is started again when one of its files changes.');
  }

  #makeSpare(): ChildProcess {
    const child = spawn(process.execPath, [this.#program], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: this.#environment,
      // A process group of its own: Ctrl-C reaches us, and we end it.
      detached: true,
    });
    if (child.stdout) createInterface(child.stdout).on('line', say);
    return child;
  }

  async #comesUp(child: ChildProcess): Promise<boolean> {
    while (child.exitCode === null && child.signalCode === null) {
      if (await isOpen(this.#port)) return true;
      await sleep(LOOK_EVERY_MS);
    }
    return false;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    const overdue = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.kill('SIGTERM');
    await exit;
    clearTimeout(overdue);
  }
}

/** The server names its own port, and that it stops: people use the page's, and edits stop it all the time. */
function say(line: string): void {
  if (!/^Lessonwright .* is running at |^SIGTERM: /.test(line)) console.log(line);
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
