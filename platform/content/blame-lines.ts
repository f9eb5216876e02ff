import { changedRanges } from './line-diff.ts';
import type { StepBudget } from './merge-regions.ts';

/** Who wrote each line of a text, as far as its versions were read. Plain data: older versions can be read later. */
export interface LineBlame {
  /** By line of the newest text: the version that wrote it, as its index; null: not known yet. */
  readonly found: readonly (number | null)[];
  /** The lines of the last version that are still looked for: its own index, and that in the newest text. */
  readonly open: readonly (readonly [at: number, origin: number])[];
  readonly lines: readonly string[];
  readonly version: number;
}

/** The newest version, none of whose lines is known. */
export function beginBlame(newest: readonly string[]): LineBlame {
  return { found: newest.map(() => null), open: newest.map((_, at) => [at, at]), lines: newest, version: 0 };
}

/**
 * Goes on to the next older version. A line belongs to the oldest version since which it has been in the text. Once no line is open,
 * older versions are not needed.
 */
export function blameOlder({ found, open, lines, version }: LineBlame, older: readonly string[], budget?: StepBudget): LineBlame {
  const changes = changedRanges(older, lines, budget);
  const known = [...found];
  const left: [number, number][] = [];
  let next = 0;
  for (const [at, origin] of open) {
    while (next < changes.length && (changes[next]?.end ?? 0) <= at) next++;
    const change = changes[next];
    if (change && at >= change.start) {
      known[origin] = version;
      continue;
    }
    const last = changes[next - 1];
    left.push([at - (last ? last.end - last.to : 0), origin]);
  }
  return { found: known, open: left, lines: older, version: version + 1 };
}
