export type LineEnd = '\n' | '\r\n';

/** The text with `\n` as its only line end; a lone `\r` stays. */
export function withoutCarriageReturns(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

/** The line end of a text's first line; null: it has only one line. */
function lineEndOf(text: string): LineEnd | null {
  const at = text.indexOf('\n');
  return at < 0 ? null : text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** The line end of a merged text: that of the side that changed it. */
export function mergedLineEnd(base: string, mine: string, theirs: string): LineEnd {
  const before = lineEndOf(base);
  const changed = new Set([lineEndOf(mine), lineEndOf(theirs)].filter((end) => end !== null && end !== before));
  const [only] = changed;
  return changed.size > 1 ? '\n' : (only ?? before ?? '\n');
}
