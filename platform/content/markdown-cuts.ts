import type { Token } from 'markdown-it';
import { MarkupLimitError } from './markdown-tree.ts';
import { parseBlocks } from './markdown.ts';
import { openElements } from './split-at-rules.ts';

/** A place in a text where one block ends and the next one begins. */
export interface Cut {
  /** Where the next block begins: offset, and line from 1. */
  readonly start: number;
  readonly line: number;
  /** The next block, if it is a heading. */
  readonly heading: Heading | null;
}

interface Heading {
  /** Its words, on one line. */
  readonly text: string;
  /** It has nothing but these words: no marks, links or formulas. */
  readonly isPlain: boolean;
  /** Where the line after it begins. */
  readonly end: number;
}

interface CutText {
  readonly cuts: readonly Cut[];
  /** The labels of links and footnotes that it defines; those of footnotes begin with `^`. */
  readonly labels: ReadonlySet<string>;
}

/**
 * Where a text can be cut in two without changing what either part shows: before each block that is in no other one, the first included.
 * A listing, list, box, formula, table, definition or HTML element is never cut. Null: the text is too expensive to parse.
 */
export function cutsOf(source: string): CutText | null {
  try {
    const { tokens, labels } = parseBlocks(source);
    return { cuts: cutsAt(tokens, lineStarts(source)), labels };
  } catch (error) {
    // Deeply nested brackets can overflow the stack.
    if (error instanceof MarkupLimitError || error instanceof RangeError) return null;
    throw error;
  }
}

/** Whether nothing at the end of a text would take in what follows it, such as a listing or box without an end. */
export function isClosedMarkdown(source: string): boolean {
  const found = cutsOf(`${source}\n\n${SENTINEL}`);
  return found === null || found.cuts.at(-1)?.start === source.length + 2;
}

/** A paragraph that no list, definition or table takes in. */
const SENTINEL = 'x';

/** The labels that a text uses in brackets: those of footnotes begin with `^`. More than these, because any text can be in brackets. */
export function usedLabels(source: string): Set<string> {
  return new Set(
    [...source.matchAll(/\[([^[\]]{1,1000})\]/g)].map(([, label = '']) => (label.startsWith('^') ? label : normalized(label))),
  );
}

/** As markdown-it compares labels. */
function normalized(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}

function cutsAt(tokens: readonly Token[], starts: readonly number[]): Cut[] {
  const cuts: Cut[] = [];
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.level !== 0 || token.nesting < 0 || !token.map) continue;
    const [from, to] = token.map;
    const start = starts[from] ?? 0;
    if (depth <= 0) {
      const heading = token.type === 'heading_open' ? headingOf(tokens[index + 1], starts[to]) : null;
      cuts.push({ start, line: from + 1, heading });
    }
    if (token.type === 'html_block') depth = Math.max(0, depth + openElements(token.content));
  }
  return cuts;
}

function headingOf(inline: Token | undefined, end = Infinity): Heading {
  const parts = inline?.children ?? [];
  const words = parts.map(({ type, content }) => {
    if (type.endsWith('break')) return ' ';
    return type === 'math' ? `$${content}$` : /^(?:text|code_inline|image)/.test(type) ? content : '';
  });
  return { text: words.join('').replace(/\s+/g, ' ').trim(), isPlain: parts.every(({ type }) => type === 'text'), end };
}

/** Where each line begins. */
function lineStarts(source: string): number[] {
  return [0, ...[...source.matchAll(/\r\n|\n|\r/g)].map(({ index, 0: end }) => index + end.length)];
}
