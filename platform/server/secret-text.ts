import { inspect } from 'node:util';

const SHOWN = '[secret]';

/** A secret from the settings. It is masked wherever it ends up in text (log lines, JSON, errors). */
export class SecretText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the secret itself. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}
