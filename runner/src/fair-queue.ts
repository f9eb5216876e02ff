/**
 * A queue in which owners take turns: each one's first, then each one's second, and so on. Nobody waits behind
 * somebody's hundred.
 */
export class FairQueue<T> {
  /** In the order of turns: whose turn is next stands first. */
  readonly #owners = new Map<string, T[]>();

  get size(): number {
    return [...this.#owners.values()].reduce((sum, items) => sum + items.length, 0);
  }

  add(owner: string, item: T): void {
    const own = this.#owners.get(owner);
    if (own) own.push(item);
    else this.#owners.set(owner, [item]);
  }

  /** How many items of an owner wait. */
  countOf(owner: string): number {
    return this.#owners.get(owner)?.length ?? 0;
  }

  /** Takes whose turn it is; its owner goes behind all others. @param mayGo who is passed over for now answers false. */
  take(mayGo: (owner: string) => boolean = () => true): T | undefined {
    const first = [...this.#owners].find(([owner]) => mayGo(owner));
    if (!first) return undefined;
    const [owner, items] = first;
    const item = items.shift();
    this.#owners.delete(owner);
    if (items.length > 0) this.#owners.set(owner, items);
    return item;
  }

  /** Takes out something that no longer waits. */
  remove(item: T): boolean {
    for (const [owner, items] of this.#owners) {
      const index = items.indexOf(item);
      if (index === -1) continue;
      items.splice(index, 1);
      if (items.length === 0) this.#owners.delete(owner);
      return true;
    }
    return false;
  }

  /** Everything that waits, in the order in which it will be taken. */
  inOrder(): T[] {
    const rounds: T[][] = [];
    for (const items of this.#owners.values()) items.forEach((item, round) => (rounds[round] ??= []).push(item));
    return rounds.flat();
  }
}
