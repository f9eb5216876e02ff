import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

const PROGRAMS = import.meta.dirname;

/** A Python program of this folder that reads a JSON value per line, and answers with one. It has a home folder of its own. */
export class PythonProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #home: string;
  #errors = '';

  private constructor(child: ChildProcess, lines: Interface, home: string) {
    this.#child = child;
    this.#lines = lines[Symbol.asyncIterator]();
    this.#home = home;
    child.stderr?.on('data', (bytes: Buffer) => (this.#errors += bytes.toString('utf8')));
  }

  /** @param folder That of the virtual environment. */
  static async start(folder: string, program: string): Promise<PythonProcess> {
    const home = await mkdtemp(join(tmpdir(), 'lessonwright-peer-'));
    const child = spawn(join(folder, 'bin/python'), ['-u', join(PROGRAMS, program)], {
      cwd: home,
      env: environmentOf(folder, home),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    return new PythonProcess(child, createInterface({ input: child.stdout }), home);
  }

  /** @throws Error if the program ends instead */
  async ask(question: unknown): Promise<unknown> {
    this.#child.stdin?.write(`${JSON.stringify(question)}\n`);
    const answer = await this.#lines.next();
    if (answer.done === true) throw new Error(`The Python program ended: ${this.#errors.slice(-2_000)}`);
    return JSON.parse(answer.value);
  }

  /** Asks for a time in milliseconds. */
  async time(question: unknown): Promise<number> {
    const answer = await this.ask(question);
    if (typeof answer !== 'number') throw new Error(`The Python program returned no time: ${JSON.stringify(answer)}`);
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exit = once(this.#child, 'exit');
      this.#child.stdin?.end();
      await exit;
    }
    await rm(this.#home, { recursive: true, force: true });
  }
}

/** Variables for a program of a virtual environment, which finds the kernels that are installed there. */
export function environmentOf(folder: string, home: string): Record<string, string> {
  return {
    PATH: `${folder}/bin:/usr/bin:/bin`,
    HOME: home,
    JUPYTER_PATH: join(folder, 'share/jupyter'),
    LANG: 'C.UTF-8',
    MPLBACKEND: 'Agg',
    OPENBLAS_NUM_THREADS: '1',
    OMP_NUM_THREADS: '1',
  };
}
