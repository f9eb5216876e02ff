import type { TerminalBounds, TerminalProcess } from './terminal-process.ts';

interface Spare {
  readonly bounds: TerminalBounds;
  readonly process: Promise<TerminalProcess>;
}

/**
 * Keeps one sandbox without packages ready, so that a terminal starts faster. It has the most recent limits. It is first created
 * after the first terminal, so that runners without such lessons have none.
 */
export class SpareProcess {
  readonly #start: (bounds: TerminalBounds) => Promise<TerminalProcess>;
  #spare: Spare | null = null;
  #isClosed = false;

  constructor(start: (bounds: TerminalBounds) => Promise<TerminalProcess>) {
    this.#start = start;
  }

  /** Returns a sandbox with these limits, ready or just started. */
  async take(bounds: TerminalBounds): Promise<TerminalProcess> {
    const spare = this.#spare;
    if (!spare || !isSame(spare.bounds, bounds)) return this.#start(bounds);
    this.#spare = null;
    // It ended while it waited; start another one.
    return spare.process.catch(() => this.#start(bounds));
  }

  /** Starts the next one. */
  async prepare(bounds: TerminalBounds): Promise<void> {
    if (this.#isClosed || (this.#spare && isSame(this.#spare.bounds, bounds))) return;
    const before = this.#spare;
    const spare: Spare = { bounds, process: this.#start(bounds) };
    this.#spare = spare;
    await end(before);
    const process = await spare.process.catch(() => null);
    void process?.ended.then(() => {
      if (this.#spare === spare) this.#spare = null;
    });
    if (process === null && this.#spare === spare) this.#spare = null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await end(this.#spare);
  }
}

async function end(spare: Spare | null): Promise<void> {
  const process = await spare?.process.catch(() => null);
  process?.kill();
  process?.output.resume();
  await process?.ended;
}

function isSame(one: TerminalBounds, other: TerminalBounds): boolean {
  return (['memory_bytes', 'disk_bytes', 'files', 'processes'] as const).every((name) => one[name] === other[name]);
}
