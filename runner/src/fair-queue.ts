/**
 * A queue that serves owners round-robin: the first item of each owner, then the second of each, and so on. One owner's hundred
 * items don't hold up another's first.
 */
export class FairQueue<T> {
  /** In order of turns; the next owner is first. */
  readonly #owners = new Map<string, T[]>();

  get size(): number {
    return [...this.#owners.values()].reduce((sum, items) => sum + items.length, 0);
  }

  add(owner: string, item: T): void {
    const own = this.#owners.get(owner);
    if (own) own.push(item);
    else this.#owners.set(owner, [item]);
  }

  /** Number of waiting items of an owner. */
  countOf(owner: string): number {
    return this.#owners.get(owner)?.length ?? 0;
  }

  /**
   * Removes and returns the next item; its owner moves to the back.
   * @param mayGo returns false for owners to skip
   */
  take(mayGo: (owner: string) => boolean = () => true): T | undefined {
    const first = [...this.#owners].find(([owner]) => mayGo(owner));
    if (!first) return undefined;
    const [owner, items] = first;
    const item = items.shift();
    this.#owners.delete(owner);
    if (items.length > 0) this.#owners.set(owner, items);
    return item;
  }

  /** Removes a waiting item. */
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

  /** Returns all items in the order in which `take` would return them. */
  inOrder(): T[] {
    const rounds: T[][] = [];
    for (const items of this.#owners.values()) items.forEach((item, round) => (rounds[round] ??= []).push(item));
    return rounds.flat();
  }
}
