/**
 * As root, the user of installers, which never run package code. It is fixed because their download cache outlives the runner.
 * Neither systemd nor distributions assign this id.
 */
export const INSTALLER_USER = 61_183;

/** As root, each sandbox has its own user id, so that runs can neither see nor signal one another. */
export class UserIds {
  readonly #free: number[];

  constructor(first: number, count: number) {
    this.#free = Array.from({ length: count }, (_, index) => first + index);
  }

  /**
   * Returns the free id that was released longest ago.
   * @throws Error if all are in use
   */
  take(): number {
    const id = this.#free.shift();
    if (id === undefined) throw new Error('All user ids for sandboxes are in use.');
    return id;
  }

  /** Call when nothing runs under it any more. */
  release(id: number): void {
    this.#free.push(id);
  }
}
