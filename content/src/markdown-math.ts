import type { MarkdownIt } from 'markdown-it';

/** Classes of the code elements that hold formulas between the markdown stage and the typesetting of them. */
export const MATH_INLINE = 'math-inline';
export const MATH_DISPLAY = 'math-display';

/**
 * Formulas for markdown-it: `$…$` and `$$…$$` in a line, `$$` fences around a block. They become plain code elements,
 * which pass the sanitiser as text; typesetting comes after it.
 */
export function mathPlugin(md: MarkdownIt): void {
  md.inline.ruler.after('escape', 'math', (state, silent) => {
    const found = findFormula(state.src, state.pos, state.posMax);
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

/**
 * The formula that begins at `from`. As elsewhere with dollars: a single one opens only before something, closes only
 * behind something and not before a digit, so that prices stay prices.
 */
function findFormula(source: string, from: number, limit: number): Formula | null {
  if (source[from] !== '$') return null;
  const isDisplay = source[from + 1] === '$';
  const mark = isDisplay ? '$$' : '$';
  const start = from + mark.length;
  if (!isDisplay && /\s/.test(source[start] ?? ' ')) return null;
  for (let end = source.indexOf(mark, start); end >= 0 && end + mark.length <= limit; end = source.indexOf(mark, end + mark.length)) {
    if (end === start) return null;
    if (isEscaped(source, end)) continue;
    if (isDisplay || (!/\s/.test(source[end - 1] ?? ' ') && !/\d/.test(source[end + 1] ?? ''))) return { start, end, isDisplay };
  }
  return null;
}

function isEscaped(source: string, at: number): boolean {
  let slashes = 0;
  while (source[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}
