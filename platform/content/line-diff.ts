import { mergeRegions, StepBudget } from './merge-regions.ts';

/** A replaced range: lines `from` to `to` of one text became lines `start` to `end` of the other. Ends are excluded. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Lines around changes that are near each other. Line numbers begin at 1; null on the side without the line. */
interface Hunk {
  header: string;
  lines: { kind: 'same' | 'added' | 'removed'; text: string; before: number | null; after: number | null }[];
}

/** Unchanged lines shown on either side of a change. */
const CONTEXT = 3;

/** The lines of a text; a newline at its end begins no further line. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** The changes from one list of lines to another, in order. Only what is between the first and the last change is compared. */
export function changedRanges(before: readonly string[], after: readonly string[], budget = new StepBudget()): Change[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const old = before.slice(head, before.length - tail);
  const changes: Change[] = [];
  let [from, start] = [head, head];
  for (const { kind, base, mine } of mergeRegions(old, after.slice(head, after.length - tail), old, { budget })) {
    const change = { from, to: from + base.length, start, end: start + mine.length };
    [from, start] = [change.to, change.end];
    if (kind !== 'same') changes.push(change);
  }
  return changes;
}

/** A diff in hunks with some lines around each change, like that of git. */
export function diffLines(before: readonly string[], after: readonly string[]): Hunk[] {
  const groups: Change[][] = [];
  for (const change of changedRanges(before, after)) {
    const last = groups.at(-1)?.at(-1);
    if (last && change.from - last.to <= 2 * CONTEXT) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups.map((changes) => hunkOf(before, after, changes));
}

function hunkOf(before: readonly string[], after: readonly string[], changes: readonly Change[]): Hunk {
  const lines: Hunk['lines'] = [];
  const first = changes[0] ?? { from: 0, start: 0 };
  let at = Math.max(0, first.from - CONTEXT);
  let shift = first.start - first.from;
  const header = `@@ -${at + 1} +${at + shift + 1} @@`;
  const addSame = (end: number) => {
    for (; at < end; at++) lines.push({ kind: 'same', text: before[at] ?? '', before: at + 1, after: at + shift + 1 });
  };
  for (const { from, to, start, end } of changes) {
    addSame(from);
    for (; at < to; at++) lines.push({ kind: 'removed', text: before[at] ?? '', before: at + 1, after: null });
    for (let line = start; line < end; line++) lines.push({ kind: 'added', text: after[line] ?? '', before: null, after: line + 1 });
    shift = end - to;
  }
  addSame(Math.min(before.length, at + CONTEXT));
  return { header, lines };
}
