export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** What a person typed, as the words that are sought: in lower case, each once. */
export function soughtWords(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))];
}

/** A text cut at every place where one of the words (in lower case) stands; touching and overlapping places make one. */
export function splitByMatches(text: string, words: readonly string[]): TextPart[] {
  const lower = text.toLowerCase();
  // A letter whose lower case is longer would shift every place behind it.
  const haystack = lower.length === text.length ? lower : text;
  const places = words.flatMap((word) => placesOf(word, haystack)).sort((left, right) => left[0] - right[0]);
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

function placesOf(word: string, text: string): [number, number][] {
  const places: [number, number][] = [];
  if (word === '') return places;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) places.push([at, at + word.length]);
  return places;
}
