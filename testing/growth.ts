/** The time that shows how work grows, in milliseconds of the processor: shorter times are mostly noise. */
const ENOUGH_MS = 3;
/** Work is repeated for this long: kernels may count the time of a processor in steps of 4 ms, which say nothing about shorter work. */
const MEASURED_MS = 20;
/** Twice the size takes twice as long if work grows linearly, and 4 times if it is quadratic. Below this, {@link MOST_GROWTH} holds as well. */
const LINEAR = 2.5;
/** Four times the size takes 4 times as long if work grows linearly, and 16 times if it is quadratic. */
const MOST_GROWTH = 9;
/** Twice the size: worse than cubic, and not worth waiting for four times. */
const HOPELESS = 12;
const TRIES = 3;

/** What `work` costs beyond linear growth with its size; null: nothing. */
export interface Growth {
  readonly size: number;
  /** How many times longer four times the size takes. */
  readonly factor: number;
}

/**
 * Whether work grows faster than its size. Compares processor times of this thread, never times of a clock, and reports only growth
 * that shows in every try. Collecting garbage, which other threads do, is left out: a big heap of other tests makes it dear.
 *
 * @param most the largest size that is tried: work that is quick even then can't hold anybody up
 */
export function growthBeyondLinear(work: (size: number) => unknown, most: number, start = 16): Growth | null {
  let size = start;
  // A single run is measured roughly, and costs more before its code is compiled: only the mean of several shows that it is enough.
  while (size < most && (costOf(work, size, 0) < ENOUGH_MS || costOf(work, size) < ENOUGH_MS)) size *= 2;
  if (size >= most) return null;
  let least: Growth | null = null;
  // Each try has twice the size: what is noise, or the garbage of a small heap, matters less, and real growth stays.
  for (let attempt = 0; attempt < TRIES; attempt++, size *= 2) {
    // The larger size first: what is compiled again for it must not make the smaller one look dear.
    const two = costOf(work, 2 * size);
    const one = costOf(work, size);
    if (two <= LINEAR * one) return null;
    const factor = two / one > HOPELESS ? two / one : costOf(work, 4 * size) / one;
    if (factor <= MOST_GROWTH) return null;
    if (least === null || factor < least.factor) least = { size, factor };
  }
  return least;
}

/** The mean time of one run, in milliseconds. @param atLeast how long all runs take together */
function costOf(work: (size: number) => unknown, size: number, atLeast = MEASURED_MS): number {
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs++) {
    work(size);
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1_000;
    if (ms >= atLeast) return ms / runs;
  }
}
