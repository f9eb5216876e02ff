import type { MarkdownIt } from 'markdown-it';
import { MarkupLimitError } from './markdown-tree.ts';

/**
 * Lines that the block parser may read in total. A normal text needs a few reads per line. A quotation is scanned to its end
 * before it is parsed, and may turn out to be shorter: with some texts the parser scans the rest at every line.
 */
const MOST_LOOKS = 1_000_000;

/** Plugin for markdown-it: rejects a text whose blocks are too expensive to parse with {@link MarkupLimitError}. */
export function limitBlockWork(md: MarkdownIt, most: number = MOST_LOOKS): void {
  const leftOf = new WeakMap<object, number>();
  const take = (state: object, count: number) => {
    const left = (leftOf.get(state) ?? most) - count;
    if (left < 0) throw new MarkupLimitError('Markup exceeds the limit: lines read.');
    leftOf.set(state, left);
  };
  // First of all rules and terminators: it is called for every line, and never matches.
  const isNever = (state: object) => {
    take(state, 1);
    return false;
  };
  md.block.ruler.before('table', 'count_looks', isNever, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  const { block } = md;
  const tokenize = block.tokenize.bind(block);
  // A quotation has already been scanned.
  block.tokenize = (state, startLine, endLine) => {
    if (state.parentType === 'blockquote') take(state, endLine - startLine);
    tokenize(state, startLine, endLine);
  };
}
