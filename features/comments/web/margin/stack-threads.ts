/** A thread in the margin: where its passage is, and how high it is itself. In pixels. */
interface Placed {
  readonly id: string;
  readonly top: number;
  readonly height: number;
}

/**
 * Returns the top of each thread so that none overlap. Threads move down from their passage as far as those before them need; the
 * active one stays at its passage and moves those before it up instead, as long as there is room.
 *
 * @param threads In the order of their passages.
 */
export function stackThreads(threads: readonly Placed[], active: string | null, gap: number): number[] {
  const first = threads.findIndex(({ id }) => id === active);
  const tops = stack(threads.slice(0, Math.max(0, first)));
  let limit = threads[first]?.top ?? 0;
  for (let index = first - 1; index >= 0; index -= 1) {
    limit = Math.min(tops[index] ?? 0, limit - gap - (threads[index]?.height ?? 0));
    tops[index] = limit;
  }
  return stack(threads.map((thread, index) => ({ ...thread, top: tops[index] ?? thread.top })));

  /** Each at its passage, or below the one before it. */
  function stack(placed: readonly Placed[]): number[] {
    let free = 0;
    return placed.map(({ top, height }) => {
      const own = Math.max(top, free);
      free = own + height + gap;
      return own;
    });
  }
}
