import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const REPOSITORY = join(import.meta.dirname, '..');
const START_LIMIT_MS = 120_000;
/** A program that is starting may accept a connection and not answer yet. */
const ANSWER_LIMIT_MS = 2_000;
const STOP_LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 5;

/** A program with everything it starts, in its own process group. */
export class StartedProgram implements AsyncDisposable {
  readonly pid: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.pid = child.pid ?? 0;
  }

  /** Returns as soon as `url` replies successfully. `folder` is where it runs. @throws Error if it doesn't, or the program ends */
  static async start(
    command: readonly string[],
    url: string,
    env: Readonly<Record<string, string>>,
    { folder = REPOSITORY, limitMs = START_LIMIT_MS }: { folder?: string; limitMs?: number } = {},
  ): Promise<StartedProgram> {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const errors: Buffer[] = [];
    child.stderr.on('data', (bytes: Buffer) => errors.push(bytes));
    const started = new StartedProgram(child);
    const end = performance.now() + limitMs;
    while (
      !(await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null || performance.now() > end) {
        await started[Symbol.asyncDispose]();
        throw new Error(`${command.join(' ')} did not start: ${Buffer.concat(errors).toString('utf8')}`);
      }
      await sleep(LOOK_EVERY_MS);
    }
    return started;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'close').then(() => true);
    process.kill(-this.pid, 'SIGTERM');
    // JupyterLab sometimes waits forever for its kernels.
    if (await Promise.race([exit, sleep(STOP_LIMIT_MS, false, { ref: false })])) return;
    process.kill(-this.pid, 'SIGKILL');
    await exit;
  }
}

/** The settings of a product in its own data folder. */
export function settingsOf(dataFolder: string, port: number): Record<string, string> {
  return {
    PORT: String(port),
    LESSONWRIGHT_DATA: dataFolder,
    LESSONWRIGHT_LOG: 'warn',
    // Don't build environments for this machine's interpreters during the measurement.
    LESSONWRIGHT_RUNNER_PREPARE_BASE: '0',
  };
}

/** A minimal program with the product's framework that only replies. */
export async function bareServer(port: number): Promise<StartedProgram> {
  const text = `import Fastify from 'fastify'; const app = Fastify(); app.get('/', () => 'ok'); await app.listen({ port: ${port}, host: '127.0.0.1' });`;
  return StartedProgram.start([process.execPath, '--input-type=module', '-e', text], `http://127.0.0.1:${port}/`, {});
}

export function setupToken(dataFolder: string): Promise<string> {
  return readFile(join(dataFolder, 'setup-token'), 'utf8').then((text) => text.trim());
}
