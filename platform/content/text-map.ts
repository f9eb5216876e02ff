/** A piece of a text that comes from one piece of a source. */
export interface Run {
  /** Where it begins in the text. */
  readonly at: number;
  readonly length: number;
  /** Where it is in the source. As long as `length` if it was copied; otherwise, as of `&amp;`, the whole is one thing. */
  readonly from: number;
  readonly to: number;
}

/** Characters from `from` to `to`. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The text that readers see of a Markdown source, and where each part of it is in the source. */
export interface TextMap {
  readonly text: string;
  /** In the order of the text. What has no run, such as the title of a box that has none, is not in the source. */
  readonly runs: readonly Run[];
}

/** Whether a run was copied character by character. */
export function isCopied({ length, from, to }: Run): boolean {
  return to - from === length;
}

/** The part of a run from `start` to `end` of its text; null: they don't overlap. `at` is that of the text. */
export function partOf(run: Run, start: number, end: number): Run | null {
  const first = Math.max(run.at, start);
  const last = Math.min(run.at + run.length, end);
  if (first >= last) return null;
  if (!isCopied(run)) return { ...run, at: first, length: last - first };
  return { at: first, length: last - first, from: run.from + first - run.at, to: run.from + last - run.at };
}

/** The source of a passage of the text; null: it has none. */
export function sourceOf(runs: readonly Run[], { from, to }: Range): Range | null {
  const parts = runs.flatMap((run) => partOf(run, from, to) ?? []);
  if (parts.length === 0) return null;
  return parts.reduce<Range>((all, part) => ({ from: Math.min(all.from, part.from), to: Math.max(all.to, part.to) }), parts[0] as Range);
}

/** The passages of the text that come from a range of the source. Several where its parts are apart, as a footnote is. */
export function passagesOf(runs: readonly Run[], { from, to }: Range): Range[] {
  const passages: { from: number; to: number }[] = [];
  for (const run of runs) {
    if (run.from >= to || run.to <= from) continue;
    const start = isCopied(run) ? run.at + Math.max(from - run.from, 0) : run.at;
    const end = isCopied(run) ? run.at + run.length - Math.max(run.to - to, 0) : run.at + run.length;
    const last = passages.at(-1);
    if (last?.to === start) last.to = end;
    else passages.push({ from: start, to: end });
  }
  return passages;
}

/**
 * The runs of a map in a text that shows the same with other white space, as a page does. If the texts differ, as while an edit is being
 * rendered, what is before and behind the difference counts.
 */
export function runsIn(shown: string, { text, runs }: TextMap): Run[] {
  const [here, there] = [solids(text), solids(shown)];
  const same = (a: number | undefined, b: number | undefined) => text[a ?? -1] === shown[b ?? -1];
  const shorter = Math.min(here.length, there.length);
  let start = 0;
  while (start < shorter && same(here[start], there[start])) start++;
  let end = 0;
  while (end < shorter - start && same(here[here.length - 1 - end], there[there.length - 1 - end])) end++;
  const moved: Run[] = [];
  let next = 0;
  for (const run of runs) {
    while (next < here.length && (here[next] ?? 0) < run.at) next++;
    let piece: { at: number; end: number; from: number } | null = null;
    const close = () => {
      const part = piece && partOf(run, piece.from, piece.from + piece.end - piece.at);
      if (piece && part) moved.push({ ...part, at: piece.at });
    };
    for (; next < here.length && (here[next] ?? 0) < run.at + run.length; next++) {
      const from = here[next] ?? 0;
      const at = next < start ? there[next] : next >= here.length - end ? there[next + there.length - here.length] : undefined;
      if (at === undefined) continue;
      if (piece && at - piece.at === from - piece.from) piece.end = at + 1;
      else {
        close();
        const before: number = piece ? 0 : spacesBefore(text, run.at, from, shown, at);
        piece = { at: at - before, end: at + 1, from: from - before };
      }
    }
    const last = piece;
    if (last) last.end += spacesBehind(text, last.from + last.end - last.at, run.at + run.length, shown, last.end);
    close();
  }
  return moved;
}

/** How many characters of white space both texts have before these places, not before `start` of the one. */
function spacesBefore(text: string, start: number, from: number, shown: string, at: number): number {
  let count = 0;
  while (from - count > start && isSpace(text.charCodeAt(from - count - 1)) && text[from - count - 1] === shown[at - count - 1]) count++;
  return count;
}

function spacesBehind(text: string, from: number, end: number, shown: string, at: number): number {
  let count = 0;
  while (from + count < end && isSpace(text.charCodeAt(from + count)) && text[from + count] === shown[at + count]) count++;
  return count;
}

/** The offsets of everything but white space. */
function solids(text: string): Uint32Array {
  const at = new Uint32Array(text.length);
  let count = 0;
  for (let offset = 0; offset < text.length; offset++) if (!isSpace(text.charCodeAt(offset))) at[count++] = offset;
  return at.subarray(0, count);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
}
