import type { TerminalBounds, TerminalProcess } from './terminal-process.ts';

interface Spare {
  readonly bounds: TerminalBounds;
  readonly process: Promise<TerminalProcess>;
}

/**
 * One sandbox without packages that stands ready, so that a terminal need not wait for one. It has the bounds that were
 * wanted last; the first one is made after the first terminal, so that a runner without such lessons has none.
 */
export class SpareProcess {
  readonly #start: (bounds: TerminalBounds) => Promise<TerminalProcess>;
  #spare: Spare | null = null;
  #isClosed = false;

  constructor(start: (bounds: TerminalBounds) => Promise<TerminalProcess>) {
    this.#start = start;
  }

  /** A sandbox of these bounds, ready or just started. */
  async take(bounds: TerminalBounds): Promise<TerminalProcess> {
    const spare = this.#spare;
    if (!spare || !isSame(spare.bounds, bounds)) return this.#start(bounds);
    this.#spare = null;
    // One that ended while it waited is as good as none.
    return spare.process.catch(() => this.#start(bounds));
  }

  /** Makes the next one. */
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
