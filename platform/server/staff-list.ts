import { z } from 'zod';

const Address = z.email();
const DOMAIN = /^@([a-z0-9-]+\.)+[a-z0-9-]+$/;

/** The staff list of the settings: single addresses, and whole domains. */
export class StaffList {
  readonly #entries: ReadonlySet<string>;

  private constructor(entries: readonly string[]) {
    this.#entries = new Set(entries);
  }

  /**
   * Reads `ada@example.org, @example.com`, separated by commas or spaces.
   * @throws Error naming the first entry that is neither an address nor a domain.
   */
  static parse(text: string): StaffList {
    const entries = text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((entry) => entry !== '');
    const wrong = entries.find((entry) => !DOMAIN.test(entry) && !Address.safeParse(entry).success);
    if (wrong !== undefined)
      throw new Error(`LESSONWRIGHT_STAFF: '${wrong}' is neither an address (ada@example.org) nor a domain (@example.org).`);
    return new StaffList(entries);
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Whether an address is listed, by itself or by its domain. Subdomains of a listed domain are not. */
  has(email: string): boolean {
    const address = email.toLowerCase();
    return this.#entries.has(address) || this.#entries.has(address.slice(address.lastIndexOf('@')));
  }
}
