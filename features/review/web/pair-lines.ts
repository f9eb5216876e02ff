import { diffWords, likeness, type WordRun } from '#platform/content/word-diff.ts';
import type { DiffLine } from '../contract/pull-diffs.ts';

/** One row of a diff: a line of either side, or of both. */
export interface LinePair {
  readonly before: DiffLine | null;
  readonly after: DiffLine | null;
  /** The changed words of two similar lines; null: the lines are the same, or have too little in common. */
  readonly words: readonly WordRun[] | null;
}

/** Lines with less in common are no versions of each other. */
const LIKENESS_MIN = 0.4;
/** Longer lines are compared as a whole, in characters. */
const LINE_MAX = 2_000;

/** Puts the removed and added lines of a hunk beside each other, in order. */
export function pairLines(lines: readonly DiffLine[]): LinePair[] {
  const pairs: LinePair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      const [before = null, after = null] = [removed[at], added[at]];
      pairs.push({ before, after, words: before && after ? changedWords(before.text, after.text) : null });
    }
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === 'removed') {
      // A removed line after added ones begins another change.
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === 'added') added.push(line);
    else {
      flush();
      pairs.push({ before: line, after: line, words: null });
    }
  }
  flush();
  return pairs;
}

/** The lines of a hunk one after the other, with the changed words of {@link pairLines}. */
export function separateLines(lines: readonly DiffLine[]): LinePair[] {
  const words = new Map<DiffLine, LinePair['words']>();
  for (const pair of pairLines(lines)) for (const line of [pair.before, pair.after]) if (line) words.set(line, pair.words);
  return lines.map((line) => ({
    before: line.kind === 'added' ? null : line,
    after: line.kind === 'removed' ? null : line,
    words: words.get(line) ?? null,
  }));
}

function changedWords(before: string, after: string): WordRun[] | null {
  if (before.length > LINE_MAX || after.length > LINE_MAX) return null;
  const runs = diffWords(before, after);
  return likeness(runs) < LIKENESS_MIN ? null : runs;
}
