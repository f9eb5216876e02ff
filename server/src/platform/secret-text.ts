import { inspect } from 'node:util';

const SHOWN = '[secret]';

/** A secret of the settings. However it comes into a text (a log line, JSON, an error), it is not told. */
export class SecretText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The secret itself, for whom it is meant for. */
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
