export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** The words of a search and its phrases in quotes: lower case, each once. */
export function searchWords(query: string): string[] {
  // Between the quotes; the last phrase may not be closed yet.
  const parts = query.toLowerCase().split(/["“”„]/);
  const sought = parts.flatMap((part, index) => (index % 2 === 1 ? [part.trim().replace(/\s+/g, ' ')] : part.split(/\s+/)));
  return [...new Set(sought.filter(Boolean))];
}

/** Splits a text at every match of the words (lower case); touching and overlapping matches are merged. */
export function splitByMatches(text: string, words: readonly string[]): TextPart[] {
  const lower = text.toLowerCase();
  // A letter with a longer lower case would shift every later offset.
  const haystack = lower.length === text.length ? lower : text;
  const places = words.flatMap((word) => matchRanges(word, haystack)).sort((left, right) => left[0] - right[0]);
  const parts: TextPart[] = [];
  let done = 0;
  for (let index = 0; index < places.length;) {
    const start = places[index]?.[0] ?? 0;
    let end = start;
    for (let place = places[index]; place && place[0] <= Math.max(end, start); place = places[++index]) end = Math.max(end, place[1]);
    if (start > done) parts.push({ text: text.slice(done, start), isMatch: false });
    parts.push({ text: text.slice(start, end), isMatch: true });
    done = end;
  }
  if (done < text.length) parts.push({ text: text.slice(done), isMatch: false });
  return parts;
}

function matchRanges(word: string, text: string): [number, number][] {
  const places: [number, number][] = [];
  if (word === '') return places;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) places.push([at, at + word.length]);
  return places;
}
