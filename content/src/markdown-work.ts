import type { MarkdownIt } from 'markdown-it';
import { TooMuchMarkup } from './markdown-tree.ts';

/**
 * Lines that the parser of blocks may look at, each time that it does. A usual text needs a few for each of its lines. A quotation is
 * looked through to its end before it is parsed, and may turn out to be shorter: some texts of quotations make the parser look through
 * the rest of the text at each of their lines.
 */
const MOST_LOOKS = 1_000_000;

/** For markdown-it: a text whose blocks take too long to be told apart is refused with {@link TooMuchMarkup}. */
export function boundBlockWork(md: MarkdownIt, most: number = MOST_LOOKS): void {
  const leftOf = new WeakMap<object, number>();
  const take = (state: object, count: number) => {
    const left = (leftOf.get(state) ?? most) - count;
    if (left < 0) throw new TooMuchMarkup('Markup beyond the bound: lines looked at.');
    leftOf.set(state, left);
  };
  // In front of all rules, and of all that may end a block: it is asked about every line, and never takes one.
  const isNever = (state: object) => {
    take(state, 1);
    return false;
  };
  md.block.ruler.before('table', 'count_looks', isNever, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  const { block } = md;
  const tokenize = block.tokenize.bind(block);
  // By now a quotation has been looked through.
  block.tokenize = (state, startLine, endLine) => {
    if (state.parentType === 'blockquote') take(state, endLine - startLine);
    tokenize(state, startLine, endLine);
  };
}
