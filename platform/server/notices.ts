import type { Logger } from 'pino';

/** What an administrator should know or change. Each notice is logged when it appears, and `/debug` shows it as long as it holds. */
export class Notices {
  readonly #log: Logger;
  readonly #texts = new Map<string, string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @param text Null: it doesn't hold any more. */
  set(name: string, text: string | null): void {
    if (text !== null && !this.#texts.has(name)) this.#log.warn({ notice: name }, text);
    if (text === null) this.#texts.delete(name);
    else this.#texts.set(name, text);
  }

  list(): string[] {
    return [...this.#texts.values()];
  }
}
