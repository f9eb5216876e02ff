import { changedRanges, linesOf } from '#platform/content/line-diff.ts';

/** A line of two texts: in both, only in the learner's code, or only in the solution. */
export interface ComparedLine {
  readonly kind: 'same' | 'own' | 'solution';
  readonly text: string;
}

/** The solution with what differs from the learner's code. Spaces at the ends of lines and of the texts don't count. */
export function compareCode(own: string, solution: string): ComparedLine[] {
  const [before, after] = [comparable(own), comparable(solution)];
  const lines: ComparedLine[] = [];
  const add = (kind: ComparedLine['kind'], texts: readonly string[]) => lines.push(...texts.map((text) => ({ kind, text })));
  let at = 0;
  for (const { from, to, start, end } of changedRanges(before, after)) {
    add('same', before.slice(at, from));
    add('own', before.slice(from, to));
    add('solution', after.slice(start, end));
    at = to;
  }
  add('same', before.slice(at));
  return lines;
}

function comparable(code: string): string[] {
  return linesOf(code.trim()).map((line) => line.trimEnd());
}
