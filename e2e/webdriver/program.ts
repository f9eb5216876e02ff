import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program that runs until it is ended. */
export class Program {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #failed: Promise<never>;

  /** @param debianPackage what installs it */
  constructor(
    [name, ...words]: readonly [name: string, ...words: string[]],
    debianPackage: string,
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.#name = name;
    this.#child = spawn(name, words, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#failed = once(this.#child, 'error').then(([error]: unknown[]) => {
      throw new Error(`${name} could not be started. Install it: apt-get install ${debianPackage}`, { cause: error });
    });
    this.#failed.catch(() => undefined);
    // What was started before something failed must not stay.
    process.once('exit', () => this.#child.kill());
    for (const output of [this.#child.stdout, this.#child.stderr]) output?.resume();
  }

  /** Returns what it announces in a line of its output, like its address. */
  announced(pattern: RegExp): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const printed: string[] = [];
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      if (!output) continue;
      createInterface({ input: output }).on('line', (line) => {
        printed.push(line);
        const found = pattern.exec(line)?.[1];
        if (found !== undefined) resolve(found);
      });
    }
    this.#child.on('close', () => reject(new Error(`${this.#name} ended at its start:\n${printed.join('\n')}`)));
    return Promise.race([this.#failed, promise]);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill();
    await exit;
  }
}

/** A display that nobody sees. Without one, Firefox has no clipboard for pictures, and WebKit no window. */
export async function startDisplay(): Promise<{ program: Program; name: string }> {
  const program = new Program(['Xvfb', '-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], 'xvfb');
  return { program, name: `:${await program.announced(/^(\d+)$/)}` };
}
