/** Lines of a text, from 1, both included. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

/** Commented lines: where they were, and their text. */
export interface LineAnchor extends Lines {
  readonly source: string;
}

/** The text of some lines; null: the text has fewer. */
export function textOfLines(text: string, { from, to }: Lines): string | null {
  const lines = splitLines(text);
  return from < 1 || from > to || to > lines.length ? null : lines.slice(from - 1, to).join('\n');
}

/** Where commented lines are in the current text: the nearest ones with the same text; null: they have changed. */
export function findLines(text: string, { from, to, source }: LineAnchor): Lines | null {
  const wanted = splitLines(source);
  if (wanted.length !== to - from + 1) return null;
  let nearest: number | null = null;
  for (const start of placesOf(splitLines(text), wanted)) {
    // The first of two that are equally near.
    if (nearest === null || Math.abs(start - from) < Math.abs(nearest - from)) nearest = start;
  }
  return nearest === null ? null : { from: nearest, to: nearest + wanted.length - 1 };
}

/**
 * The text with commented lines replaced; null: they have changed, or have moved to where several passages read the same, so that it
 * isn't certain which one is meant. An empty replacement removes the lines.
 */
export function replaceLines(text: string, anchor: LineAnchor, replacement: string): string | null {
  const found = findLines(text, anchor);
  if (found === null || (found.from !== anchor.from && hasSeveral(text, anchor.source))) return null;
  const end = /\r\n/.test(text) ? '\r\n' : '\n';
  const lines = splitLines(text);
  lines.splice(found.from - 1, found.to - found.from + 1, ...(replacement === '' ? [] : splitLines(replacement)));
  return lines.join(end);
}

function hasSeveral(text: string, source: string): boolean {
  const places = placesOf(splitLines(text), splitLines(source));
  places.next();
  return places.next().done !== true;
}

/**
 * The numbers of the lines where others begin, from 1. Looks at each line once or twice, also in texts with thousands of equal lines
 * (Knuth, Morris and Pratt).
 */
function* placesOf(lines: readonly string[], wanted: readonly string[]): Generator<number, void> {
  const overlaps = overlapsOf(wanted);
  let matched = 0;
  for (const [index, line] of lines.entries()) {
    while (matched > 0 && wanted[matched] !== line) matched = overlaps[matched - 1] ?? 0;
    if (wanted[matched] === line) matched += 1;
    if (matched === wanted.length) yield index + 2 - matched;
  }
}

/** For each beginning of a list: how many of its first items are its last ones too. */
function overlapsOf(items: readonly string[]): readonly number[] {
  const overlaps = [0];
  let length = 0;
  for (const item of items.slice(1)) {
    while (length > 0 && items[length] !== item) length = overlaps[length - 1] ?? 0;
    if (items[length] === item) length += 1;
    overlaps.push(length);
  }
  return overlaps;
}

function splitLines(text: string): string[] {
  return text.split(/\r\n|\n/);
}
