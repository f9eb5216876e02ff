/** Lines of a text, from 1, both included. */
interface Lines {
  readonly from: number;
  readonly to: number;
}

/** Commented lines: where they were, and their text. */
export interface LineAnchor extends Lines {
  readonly source: string;
}

/** The text of some lines; null: the text has fewer. */
export function linesOf(text: string, { from, to }: Lines): string | null {
  const lines = splitLines(text);
  return from < 1 || from > to || to > lines.length ? null : lines.slice(from - 1, to).join('\n');
}

/** Where commented lines are in the current text: the nearest ones with the same text; null: they have changed. */
export function findLines(text: string, { from, to, source }: LineAnchor): Lines | null {
  const lines = splitLines(text);
  const wanted = splitLines(source);
  if (wanted.length !== to - from + 1) return null;
  const isAt = (start: number) => wanted.every((line, index) => lines[start - 1 + index] === line);
  for (let distance = 0; distance < lines.length + from; distance++) {
    for (const start of [from - distance, from + distance]) {
      if (start >= 1 && start + wanted.length - 1 <= lines.length && isAt(start)) return { from: start, to: start + wanted.length - 1 };
    }
  }
  return null;
}

/**
 * The text with commented lines replaced; null: they have changed, or have moved to where several passages read the same, so that it
 * isn't certain which one is meant. An empty replacement removes the lines.
 */
export function replaceLines(text: string, anchor: LineAnchor, replacement: string): string | null {
  const found = findLines(text, anchor);
  if (found === null || (found.from !== anchor.from && countOf(text, anchor.source) > 1)) return null;
  const end = /\r\n/.test(text) ? '\r\n' : '\n';
  const lines = splitLines(text);
  lines.splice(found.from - 1, found.to - found.from + 1, ...(replacement === '' ? [] : splitLines(replacement)));
  return lines.join(end);
}

function countOf(text: string, source: string): number {
  const lines = splitLines(text);
  const wanted = splitLines(source);
  return lines.filter((_, start) => wanted.every((line, index) => lines[start + index] === line)).length;
}

function splitLines(text: string): string[] {
  return text.split(/\r\n|\n/);
}
