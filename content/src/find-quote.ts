/** Where a passage stands: offsets of its first character and of the one behind its last. */
interface Passage {
  from: number;
  to: number;
}

/** The part of a quote (contract/src/comments.ts) by which it is found again. */
interface QuotedText {
  text: string;
  before: string;
  after: string;
}

/**
 * Where a quoted passage stands in the present text, or null: it is gone. Where the same words stand several times, it is the
 * place whose surroundings are most like those of the quote, and the first of those that are alike. A passage whose words are
 * all there, only wrapped or indented in another way, is still the same one. Offsets count Unix line ends, as editors do.
 */
export function findQuote(text: string, quote: QuotedText): Passage | null {
  const present = withUnixLines(text);
  const before = withUnixLines(quote.before);
  const after = withUnixLines(quote.after);
  const wanted = withUnixLines(quote.text);
  let best: Passage | null = null;
  let bestLikeness = -1;
  for (const place of placesOf(present, wanted)) {
    const likeness = commonEnd(present, place.from, before) + commonStart(present, place.to, after);
    if (likeness <= bestLikeness) continue;
    best = place;
    bestLikeness = likeness;
    if (likeness === before.length + after.length) break;
  }
  return best;
}

/** Word for word where it stands so, else with any white space between the words. */
function placesOf(text: string, wanted: string): Passage[] {
  if (wanted.trim() === '') return [];
  const exact: Passage[] = [];
  for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + 1)) exact.push({ from, to: from + wanted.length });
  if (exact.length > 0) return exact;
  const words = wanted.trim().split(/\s+/).map(escaped);
  return [...text.matchAll(new RegExp(words.join(String.raw`\s+`), 'g'))].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
}

function escaped(word: string): string {
  return word.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** How many characters of the end of `end` stand in `text` right before `to`. */
function commonEnd(text: string, to: number, end: string): number {
  let count = 0;
  while (count < end.length && count < to && text[to - 1 - count] === end.at(-1 - count)) count++;
  return count;
}

/** How many characters of `start` stand in `text` from `from` on. */
function commonStart(text: string, from: number, start: string): number {
  let count = 0;
  while (count < start.length && text[from + count] === start[count]) count++;
  return count;
}

function withUnixLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
