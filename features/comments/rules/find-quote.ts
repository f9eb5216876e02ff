/** Offsets of a passage's first character and of the one after its last. */
interface Passage {
  from: number;
  to: number;
}

/** The part of a quote (features/comments/contract.ts) that locates it. */
interface QuotedText {
  text: string;
  before: string;
  after: string;
}

/**
 * Returns the position of a quoted passage in the current text, or null if it is gone. If its words occur several times, the
 * occurrence with the most similar context wins, then the first. A passage that was only rewrapped or reindented is still found.
 * Offsets count Unix line ends, as editors do.
 */
export function findQuote(text: string, quote: QuotedText): Passage | null {
  const present = withUnixLines(text);
  const before = withUnixLines(quote.before);
  const after = withUnixLines(quote.after);
  const quoted = withUnixLines(quote.text);
  let best: Passage | null = null;
  let bestLikeness = -1;
  for (const place of matchesOf(present, quoted)) {
    const likeness = commonEnd(present, place.from, before) + commonStart(present, place.to, after);
    if (likeness <= bestLikeness) continue;
    best = place;
    bestLikeness = likeness;
    if (likeness === before.length + after.length) break;
  }
  return best;
}

/** Whether {@link findQuote} finds the passage: for those who needn't know where, in a time that is linear in the text. */
export function hasQuote(text: string, quote: Pick<QuotedText, 'text'>): boolean {
  const quoted = withSingleSpaces(quote.text).trim();
  return quoted !== '' && withSingleSpaces(text).includes(quoted);
}

function withSingleSpaces(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Exact matches, otherwise matches with any white space between the words. */
function matchesOf(text: string, quoted: string): Passage[] {
  if (quoted.trim() === '') return [];
  const exact: Passage[] = [];
  for (let from = text.indexOf(quoted); from >= 0; from = text.indexOf(quoted, from + 1)) exact.push({ from, to: from + quoted.length });
  if (exact.length > 0) return exact;
  const words = quoted.trim().split(/\s+/).map(escaped);
  return [...text.matchAll(new RegExp(words.join(String.raw`\s+`), 'g'))].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
}

function escaped(word: string): string {
  return word.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** Length of the end of `end` that `text` has directly before `to`. */
function commonEnd(text: string, to: number, end: string): number {
  let count = 0;
  while (count < end.length && count < to && text[to - 1 - count] === end.at(-1 - count)) count++;
  return count;
}

/** Length of the start of `start` that `text` has from `from` on. */
function commonStart(text: string, from: number, start: string): number {
  let count = 0;
  while (count < start.length && text[from + count] === start[count]) count++;
  return count;
}

/** As editors count lines. */
export function withUnixLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
