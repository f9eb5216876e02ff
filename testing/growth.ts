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
/** The time of a single run, in milliseconds of a clock, that a first look compares. */
const GLANCE_MS = 2;

/** What `work` costs beyond linear growth with its size; null: nothing. */
export interface Growth {
  readonly size: number;
  /** How many times longer four times the size takes. */
  readonly factor: number;
}

/**
 * Whether work grows faster than its size. Reports only growth that shows in every try by the processor time of this thread, never by a
 * clock. Collecting garbage, which other threads do, is left out: a big heap of other tests makes it dear.
 *
 * @param most the largest size that is tried: work that is quick even then can't hold anybody up
 */
export function growthBeyondLinear(work: (size: number) => unknown, most: number, start = 16): Growth | null {
  let size = start;
  for (let glances = 0; size < most && glances < TRIES; size *= 2) {
    if (wallTimeOf(work, size) < GLANCE_MS) continue;
    if (looksLinear(work, size)) return null;
    glances++;
  }
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

/**
 * A first look, which is enough for nearly all work: does twice the size take less than {@link LINEAR} times as long by the clock? Other
 * load makes single runs slower by chance. If the larger one is, this says nothing; the smaller one is the shortest of several.
 */
function looksLinear(work: (size: number) => unknown, size: number): boolean {
  const two = wallTimeOf(work, 2 * size);
  const one = Math.min(wallTimeOf(work, size), wallTimeOf(work, size), wallTimeOf(work, size));
  return two <= LINEAR * one;
}

/** In milliseconds. */
function wallTimeOf(work: (size: number) => unknown, size: number): number {
  const before = performance.now();
  work(size);
  return performance.now() - before;
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
