/**
 * Maps passages between a markdown source and its rendered text. Both are compared by their letters and digits alone: markup has none,
 * so that emphasis, lists and line breaks make no difference.
 */
export interface Letters {
  /** The text that they are taken from. */
  readonly source: string;
  /** Letters and digits only. */
  readonly text: string;
  /** The offset of each of them in `source`. */
  readonly at: Uint32Array;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** How many letters before and after a passage tell its occurrences apart. */
const AROUND = 60;

const LETTER = /[\p{L}\p{M}\p{N}\p{So}]/u;

/** The letters of a rendered text. */
export function lettersOf(source: string): Letters {
  return pick(source, source);
}

/**
 * Parts of a markdown source whose letters are not rendered: the language of a listing, pictures, link targets, tags, numbers of list
 * items. Repetitions are bounded, so that no text takes long. The first two alternatives are listings and inline code, where all letters are rendered.
 */
const UNSEEN = new RegExp(
  [
    String.raw`^(?<open>[ \t>]*(?<fence>${'`'}{3,20}|~{3,20}))(?<info>[^\n]*)\n(?:[\s\S]*?^[ \t>]*\k<fence>[${'`'}~]*[ \t]*$|[\s\S]*)`,
    String.raw`(?<![${'`'}])(?<code>${'`'}{1,20})[^${'`'}\n]+\k<code>`,
    String.raw`!\[[^\]\n]{0,500}\]\([^)\n]{0,500}\)`,
    String.raw`(?<=\])\([^)\n]{0,500}\)`,
    String.raw`(?<=\])\[[^\]\n]{0,500}\]`,
    String.raw`^ {0,3}\[[^\]\n]+\]:[^\n]*$`,
    String.raw`<\/?[a-z][\w-]*(?:\s[^>\n]{0,500})?\/?>`,
    String.raw`<!--[\s\S]{0,2000}?-->`,
    String.raw`&(?:[a-z]\w{1,30}|#\w{1,7});`,
    String.raw`^[ \t>]*\d{1,9}[.)](?=[ \t])`,
  ].join('|'),
  'gimu',
);

/** The letters of a markdown source that its rendered text has as well. */
export function markdownLetters(source: string): Letters {
  return pick(
    source,
    source.replace(UNSEEN, (found, ...rest) => {
      const { open, info, code } = rest.at(-1) as Partial<Record<'open' | 'info' | 'code', string>>;
      if (open !== undefined) return open + ' '.repeat(info?.length ?? 0) + found.slice(open.length + (info?.length ?? 0));
      return code === undefined ? found.replace(/[^\n]/g, ' ') : found;
    }),
  );
}

/** @param seen As long as `source`, with blanks for what does not count. */
function pick(source: string, seen: string): Letters {
  const at = new Uint32Array(seen.length);
  const parts: string[] = [];
  let count = 0;
  let start = 0;
  for (let offset = 0; offset <= seen.length; offset += 1) {
    if (offset < seen.length && isLetter(seen.charCodeAt(offset))) {
      at[count++] = offset;
    } else {
      if (offset > start) parts.push(seen.slice(start, offset));
      start = offset + 1;
    }
  }
  return { source, text: parts.join(''), at: at.subarray(0, count) };
}

/** What each character code is, once known: 1 a letter, 2 none. Long texts are read at every pause of typing. */
const kinds = new Uint8Array(0x1_0000);

function isLetter(code: number): boolean {
  // Half of a character beyond the basic plane.
  const isHalf = code >= 0xd8_00 && code <= 0xdf_ff;
  if (kinds[code] === 0) kinds[code] = isHalf || LETTER.test(String.fromCharCode(code)) ? 1 : 2;
  return kinds[code] === 1;
}

/**
 * Finds a passage of one text in the other. Where its words occur several times, the occurrence of the same number is taken if both
 * texts have as many, otherwise the one with the most similar neighbourhood. Null: it is not there, or has no letters.
 */
export function mapPassage(from: Letters, passage: Range, to: Letters): Range | null {
  const start = firstAt(from.at, passage.from);
  const end = firstAt(from.at, passage.to);
  if (start >= end) return null;
  const wanted = from.text.slice(start, end);
  const there = occurrences(to.text, wanted);
  if (there.length === 0) return null;
  const here = occurrences(from.text, wanted);
  const found = here.length === there.length ? there[here.indexOf(start)] : mostAlike(from.text, start, end, to.text, there);
  if (found === undefined) return null;
  const first = to.at[found] ?? 0;
  const last = (to.at[found + wanted.length - 1] ?? 0) + 1;
  const head = from.source.slice(passage.from, from.at[start]);
  const tail = from.source.slice((from.at[end - 1] ?? 0) + 1, passage.to);
  return withPunctuation(to.source, { from: first, to: last }, head, tail);
}

/** Extends the passage by what is directly around the letters here as it was there: a full stop, brackets, quotation marks. */
function withPunctuation(text: string, { from, to }: Range, head: string, tail: string): Range {
  const isIn = (marks: string, mark: string | undefined) => mark !== undefined && mark.trim() !== '' && marks.includes(mark);
  let [start, end] = [from, to];
  while (isIn(head, text[start - 1])) start -= 1;
  while (isIn(tail, text[end])) end += 1;
  return { from: start, to: end };
}

/** A range of a markdown source with the marks of emphasis or code around it that it has half of. */
export function withWholeMarkup(source: string, { from, to }: Range): Range {
  const before = /[*_~`]+$/.exec(source.slice(Math.max(0, from - 5), from))?.[0] ?? '';
  const behind = /^[*_~`]+/.exec(source.slice(to, to + 5))?.[0] ?? '';
  const inner = source.slice(from, to);
  const isWhole = before !== '' && before === behind;
  return {
    from: isWhole || (before !== '' && inner.includes(before)) ? from - before.length : from,
    to: isWhole || (behind !== '' && inner.includes(behind)) ? to + behind.length : to,
  };
}

function occurrences(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) found.push(at);
  return found;
}

function mostAlike(text: string, start: number, end: number, other: string, places: readonly number[]): number | undefined {
  let best: number | undefined;
  let bestLikeness = -1;
  for (const place of places) {
    const behind = place + (end - start);
    let before = 0;
    while (before < AROUND && before < start && text[start - 1 - before] === other[place - 1 - before]) before += 1;
    let after = 0;
    while (after < AROUND && end + after < text.length && text[end + after] === other[behind + after]) after += 1;
    if (before + after <= bestLikeness) continue;
    best = place;
    bestLikeness = before + after;
  }
  return best;
}

/** The index of the first offset that is not before `offset`. */
function firstAt(at: Uint32Array, offset: number): number {
  let [low, high] = [0, at.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((at[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
