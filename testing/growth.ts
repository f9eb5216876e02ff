/** The time that shows how work grows, in milliseconds of the processor: shorter times are mostly noise. */
const ENOUGH_MS = 6;
/** Four times the size takes 4 times as long if work grows linearly, and 16 times if it is quadratic. */
const MOST_GROWTH = 9;
/** Twice the size: worse than cubic, and not worth waiting for four times. */
const HOPELESS = 12;
const TRIES = 4;

/** What `work` costs beyond linear growth with its size; null: nothing. */
export interface Growth {
  readonly size: number;
  /** How many times longer four times the size takes. */
  readonly factor: number;
}

/**
 * Whether work grows faster than its size. Compares processor times of this process, never times of a clock, and reports only growth
 * that shows in every try.
 *
 * @param most the largest size that is tried: work that is quick even then can't hold anybody up
 */
export function growthBeyondLinear(work: (size: number) => unknown, most: number, start = 16): Growth | null {
  let size = start;
  while (size < most && costOf(work, size) < ENOUGH_MS) size *= 2;
  if (size >= most) return null;
  let least: Growth | null = null;
  // Each try has twice the size: what is noise, or the garbage of a small heap, matters less, and real growth stays.
  for (let attempt = 0; attempt < TRIES; attempt++, size *= 2) {
    const one = costOf(work, size);
    const two = costOf(work, 2 * size);
    const factor = two / one > HOPELESS ? two / one : costOf(work, 4 * size) / one;
    if (factor <= MOST_GROWTH) return null;
    if (least === null || factor < least.factor) least = { size, factor };
  }
  return least;
}

function costOf(work: (size: number) => unknown, size: number): number {
  const before = process.cpuUsage();
  work(size);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
