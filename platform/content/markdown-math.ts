import type { MarkdownIt } from 'markdown-it';

/** Classes of code elements that contain formulas between rendering and typesetting. */
export const MATH_INLINE = 'math-inline';
export const MATH_DISPLAY = 'math-display';

/**
 * Formulas for markdown-it: `$…$` and `$$…$$` inline, `$$` fences for blocks. They become plain code elements, which pass the
 * sanitizer as text and are typeset afterwards.
 */
export function mathPlugin(md: MarkdownIt): void {
  const closingsOf = new WeakMap<object, Closings>();
  md.inline.ruler.after('escape', 'math', (state, silent) => {
    if (state.src[state.pos] !== '$') return false;
    let closings = closingsOf.get(state);
    if (!closings) closingsOf.set(state, (closings = findClosings(state.src)));
    const found = findFormula(state.src, state.pos, state.posMax, closings);
    if (!found) return false;
    if (!silent) {
      const token = state.push('math', 'code', 0);
      token.content = state.src.slice(found.start, found.end);
      token.info = found.isDisplay ? MATH_DISPLAY : MATH_INLINE;
    }
    state.pos = found.end + (found.isDisplay ? 2 : 1);
    return true;
  });
  md.block.ruler.after(
    'blockquote',
    'math_block',
    (state, startLine, endLine, silent) => {
      const lineText = (line: number) => state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
      const isOurs = (line: number) => (state.sCount[line] ?? 0) >= state.blkIndent || lineText(line) === '';
      if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || lineText(startLine).trim() !== '$$') return false;
      let line = startLine + 1;
      while (line < endLine && isOurs(line) && lineText(line).trim() !== '$$') line++;
      if (line >= endLine || !isOurs(line)) return false;
      if (silent) return true;
      const token = state.push('math_block', 'pre', 0);
      token.block = true;
      token.content = state.getLines(startLine + 1, line, state.tShift[startLine] ?? 0, true);
      token.map = [startLine, line + 1];
      state.line = line + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  const { escapeHtml } = md.utils;
  md.renderer.rules['math'] = (tokens, index) =>
    `<code class="${tokens[index]?.info ?? MATH_INLINE}">${escapeHtml(tokens[index]?.content ?? '')}</code>`;
  md.renderer.rules['math_block'] = (tokens, index) =>
    `<pre><code class="${MATH_DISPLAY}">${escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`;
}

interface Formula {
  readonly start: number;
  readonly end: number;
  readonly isDisplay: boolean;
}

/** Possible ends of formulas, in order: searched once per text, not once per opening character. */
interface Closings {
  readonly single: readonly number[];
  readonly double: readonly number[];
}

/** Finds the formulas of one text, such as a paragraph: the positions after the formula that starts at a dollar; null: none does. */
export function formulaEnds(source: string): (from: number) => number | null {
  const closings = findClosings(source);
  return (from) => {
    const found = findFormula(source, from, source.length, closings);
    return found && found.end + (found.isDisplay ? 2 : 1);
  };
}

/** Following common convention, a single dollar only closes after a non-space and not before a digit, so that prices stay prices. */
function findClosings(source: string): Closings {
  const closings = { single: [] as number[], double: [] as number[] };
  for (let at = source.indexOf('$'); at >= 0; at = source.indexOf('$', at + 1)) {
    if (isEscaped(source, at)) continue;
    if (source[at + 1] === '$') closings.double.push(at);
    if (!/\s/.test(source[at - 1] ?? ' ') && !/\d/.test(source[at + 1] ?? '')) closings.single.push(at);
  }
  return closings;
}

/** The formula that starts at the dollar at `from`. A single dollar only opens before a non-space. */
function findFormula(source: string, from: number, limit: number, closings: Closings): Formula | null {
  const isDisplay = source[from + 1] === '$';
  const start = from + (isDisplay ? 2 : 1);
  if (!isDisplay && /\s/.test(source[start] ?? ' ')) return null;
  const end = firstFrom(isDisplay ? closings.double : closings.single, start);
  if (end === null || end === start || end + (isDisplay ? 2 : 1) > limit) return null;
  return { start, end, isDisplay };
}

/** The first of the ordered positions that isn't before `from`. */
function firstFrom(positions: readonly number[], from: number): number | null {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] ?? from) < from) low = middle + 1;
    else high = middle;
  }
  return positions[low] ?? null;
}

function isEscaped(source: string, at: number): boolean {
  let slashes = 0;
  while (source[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}
