import { changedRanges } from './line-diff.ts';

/**
 * Finds who wrote each line of a text: give it every version, newest first. A line belongs to the oldest version since which it has
 * been in the text.
 */
export class LineBlame {
  /** By line of the newest text: the version that wrote it, as its index; null: not known yet. */
  readonly #found: (number | null)[];
  /** The lines of the current version that are still looked for: its own index, and that in the newest text. */
  #open: Map<number, number>;
  #lines: readonly string[];
  #version = 0;

  constructor(newest: readonly string[]) {
    this.#lines = newest;
    this.#found = newest.map(() => null);
    this.#open = new Map(newest.map((_, at) => [at, at]));
  }

  /** Whether every line is found, so that older versions are not needed. */
  get isDone(): boolean {
    return this.#open.size === 0;
  }

  /** Goes on to the next older version. */
  addOlder(older: readonly string[]): void {
    const changes = changedRanges(older, this.#lines);
    const open = new Map<number, number>();
    let next = 0;
    for (const [at, origin] of this.#open) {
      while (next < changes.length && (changes[next]?.end ?? 0) <= at) next++;
      const change = changes[next];
      if (change && at >= change.start) {
        this.#found[origin] = this.#version;
        continue;
      }
      const last = changes[next - 1];
      open.set(at - (last ? last.end - last.to : 0), origin);
    }
    this.#open = open;
    this.#lines = older;
    this.#version++;
  }

  /** The versions by line. Lines that were in the oldest version belong to it. */
  result(): number[] {
    return this.#found.map((version) => version ?? this.#version);
  }
}
