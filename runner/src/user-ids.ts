/**
 * As root, the user of programs that install packages and never run code of one: always the same, because their cache of
 * downloads outlives the runner. systemd gives this number to nobody, and so do distributions.
 */
export const INSTALLER_USER = 61_183;

/** As root each sandbox has a user number of its own, so that one run can neither see nor signal another. */
export class UserIds {
  readonly #free: number[];

  constructor(first: number, count: number) {
    this.#free = Array.from({ length: count }, (_, index) => first + index);
  }

  /**
   * A number that nobody else has; the one that was given back longest ago.
   * @throws Error when all are taken.
   */
  take(): number {
    const id = this.#free.shift();
    if (id === undefined) throw new Error('More sandboxes were wanted at the same time than there are users for.');
    return id;
  }

  /** Once nothing runs under it any more. */
  release(id: number): void {
    this.#free.push(id);
  }
}
