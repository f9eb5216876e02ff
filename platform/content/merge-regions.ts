import { diffIndices } from 'node-diff3';

/**
 * A range of lines (or list items) and what each side made of it. `same`: unchanged; `mine`, `theirs`: one side changed it;
 * `both`: both changed it equally; `conflict`: both changed it differently.
 */
export interface Region {
  readonly kind: 'same' | 'mine' | 'theirs' | 'both' | 'conflict';
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** A replaced range: `length` items of the base from `start` on became `sideLength` items of the side. */
interface Change {
  readonly side: 'mine' | 'theirs';
  readonly start: number;
  readonly length: number;
  readonly sideLength: number;
}

/**
 * Steps that the comparisons of one merge may take together. Beyond them, everything between the first and last difference of a text
 * counts as one change: correct, but coarser. Ten thousand equal lines would otherwise take minutes. Steps are counted, and time isn't
 * measured, so that equal merges have equal conflicts.
 */
export class StepBudget {
  #left: number;

  constructor(most = 50_000_000) {
    this.#left = most;
  }

  /** @returns false if a comparison of this cost isn't affordable any more */
  spend(steps: number): boolean {
    if (steps > this.#left) return false;
    this.#left -= steps;
    return true;
  }
}

/**
 * Aligns the changes of two sides, in order. All `base` parts together are the base, and likewise for both sides: nothing is
 * lost. Adjacent changes form one region unless `touching` allows them to stay separate; overlapping ones always do.
 */
export function mergeRegions(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  { touching = 'together', budget = new StepBudget() }: { touching?: 'together' | 'apart'; budget?: StepBudget } = {},
): Region[] {
  const sides = { mine: differenceOf(base, mine), theirs: differenceOf(base, theirs) };
  // Both or none, so that the result doesn't depend on which side is mine.
  const isExact = budget.spend(comparisonSteps(sides.mine) + comparisonSteps(sides.theirs));
  const changes = [...changesOf('mine', sides.mine, isExact), ...changesOf('theirs', sides.theirs, isExact)];
  changes.sort((a, b) => a.start - b.start || a.length - b.length);
  const regions: Region[] = [];
  const at = { base: 0, mine: 0, theirs: 0 };
  const add = (kind: Region['kind'] | null, lengths: typeof at) => {
    const region = {
      base: base.slice(at.base, at.base + lengths.base),
      mine: mine.slice(at.mine, at.mine + lengths.mine),
      theirs: theirs.slice(at.theirs, at.theirs + lengths.theirs),
    };
    for (const side of ['base', 'mine', 'theirs'] as const) at[side] += lengths[side];
    regions.push({ kind: kind ?? (isSameList(region.mine, region.theirs) ? 'both' : 'conflict'), ...region });
  };
  for (let first = 0, next = 0; first < changes.length; first = next) {
    const start = changes[first]?.start ?? 0;
    let end = start;
    const grown = { mine: 0, theirs: 0 };
    const sides = new Set<Change['side']>();
    const isTouching = (change: Change) => change.start === end && (touching === 'together' || (end === start && change.length === 0));
    const belongs = (change: Change) => change.start < end || isTouching(change);
    for (let change = changes[next]; change && (next === first || belongs(change)); change = changes[++next]) {
      end = Math.max(end, change.start + change.length);
      grown[change.side] += change.sideLength - change.length;
      sides.add(change.side);
    }
    const before = start - at.base;
    if (before > 0) add('same', { base: before, mine: before, theirs: before });
    const length = end - start;
    const [only, other] = sides;
    add(only && !other ? only : null, { base: length, mine: length + grown.mine, theirs: length + grown.theirs });
  }
  const rest = base.length - at.base;
  if (rest > 0) add('same', { base: rest, mine: rest, theirs: rest });
  return regions;
}

/** What is between the first and the last difference of two lists. */
interface Difference {
  readonly start: number;
  readonly before: string[];
  readonly after: string[];
}

function differenceOf(base: readonly string[], changed: readonly string[]): Difference {
  const shorter = Math.min(base.length, changed.length);
  let head = 0;
  while (head < shorter && base[head] === changed[head]) head++;
  let tail = 0;
  while (tail < shorter - head && base.at(-1 - tail) === changed.at(-1 - tail)) tail++;
  return { start: head, before: base.slice(head, base.length - tail), after: changed.slice(head, changed.length - tail) };
}

function changesOf(side: Change['side'], { start, before, after }: Difference, isExact: boolean): Change[] {
  if (before.length === 0 && after.length === 0) return [];
  if (!isExact) return [{ side, start, length: before.length, sideLength: after.length }];
  const hunks: readonly { buffer1: readonly number[]; buffer2: readonly number[] }[] = diffIndices(before, after);
  return hunks.map((hunk) => ({
    side,
    start: start + (hunk.buffer1[0] ?? 0),
    length: hunk.buffer1[1] ?? 0,
    sideLength: hunk.buffer2[1] ?? 0,
  }));
}

/** An upper bound for the cost of the longest-common-subsequence search: pairs of equal items times the length of the search list. */
function comparisonSteps({ before, after }: Difference): number {
  const counts = new Map<string, number>();
  for (const item of before) counts.set(item, (counts.get(item) ?? 0) + 1);
  let pairs = 0;
  for (const item of after) pairs += counts.get(item) ?? 0;
  return pairs * Math.min(before.length, after.length);
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
