import { readFile } from 'node:fs/promises';

const EVERY_MS = 200;
const KB_PER_MB = 1024;

/** Polls the memory of a process (Linux). */
export class MemoryWatch {
  readonly #pid: number;
  readonly #samples: number[] = [];
  readonly #timer: NodeJS.Timeout;

  private constructor(pid: number) {
    this.#pid = pid;
    this.#timer = setInterval(() => void this.#look(), EVERY_MS);
  }

  static start(pid: number): MemoryWatch {
    return new MemoryWatch(pid);
  }

  async #look(): Promise<void> {
    const status = await readFile(`/proc/${this.#pid}/status`, 'utf8');
    this.#samples.push(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / KB_PER_MB);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** Stops and returns, for example, `from 210 to 260 MB at most`. */
  async stop(): Promise<string> {
    this[Symbol.dispose]();
    await this.#look();
    return `from ${(this.#samples[0] ?? 0).toFixed(0)} to ${Math.max(...this.#samples).toFixed(0)} MB at most`;
  }
}
