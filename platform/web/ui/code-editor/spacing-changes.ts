import { type TextChange, textChange } from './text-change.ts';

const SPACE = /\s/;
/** Signs that formatters add or leave out. */
const LOOSE = new Set([',', '(', ')', ';', '\\']);

/**
 * Turns a text into another that differs in white space, and in commas and brackets that a formatter adds or removes: one change for each
 * place, so that the cursor and the marks between them stay. What differs more is one change up to the end.
 */
export function spacingChanges(before: string, after: string): TextChange[] {
  const changes: TextChange[] = [];
  let from = 0;
  let start = 0;
  while (from < before.length || start < after.length) {
    let to = from;
    let end = start;
    while (to < before.length && SPACE.test(before.charAt(to))) to++;
    while (end < after.length && SPACE.test(after.charAt(end))) end++;
    const own = before.charAt(to);
    const other = after.charAt(end);
    if (own !== other) {
      if (LOOSE.has(other) && !LOOSE.has(own)) end++;
      else if (LOOSE.has(own)) to++;
      else return [...changes, ...shifted(textChange(before.slice(from), after.slice(start)), from)];
    }
    changes.push(...shifted(textChange(before.slice(from, to), after.slice(start, end)), from));
    if (own === other) {
      to++;
      end++;
    }
    from = to;
    start = end;
  }
  return changes;
}

function shifted(change: TextChange | null, by: number): TextChange[] {
  return change ? [{ ...change, from: change.from + by, to: change.to + by }] : [];
}
