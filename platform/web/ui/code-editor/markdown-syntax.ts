import type { markdown } from '@codemirror/lang-markdown';
import { styleTags, tags } from '@lezer/highlight';
import { readDivStart } from '#platform/content/markdown-boxes.ts';
import { formulaEnds } from '#platform/content/markdown-math.ts';

type Extensions = NonNullable<NonNullable<Parameters<typeof markdown>[0]>['extensions']>;
type Config = Exclude<Extensions, readonly unknown[]>;

/** Longer texts have no formulas here, as searching their ends again for each text would slow typing. */
const LONGEST_TEXT = 100_000;
/** Lines with more indentation are code. */
const MOST_INDENT = 4;
const DOLLAR = 0x24;

/** The ends of formulas of the text that is parsed at the moment. */
const endsOf = new WeakMap<object, (from: number) => number | null>();

/** What our Markdown has beyond CommonMark and tables: formulas, and the lines of boxes, in the syntax tree of the editors. */
export const lessonMarkdown: Config = {
  defineNodes: [
    { name: 'InlineMath' },
    { name: 'MathBlock', block: true },
    { name: 'MathMark' },
    { name: 'BoxOpen', block: true },
    { name: 'BoxClose', block: true },
  ],
  props: [styleTags({ 'InlineMath MathBlock': tags.special(tags.string), 'MathMark BoxOpen BoxClose': tags.processingInstruction })],
  parseInline: [
    {
      name: 'InlineMath',
      after: 'Escape',
      parse(context, next, at) {
        if (next !== DOLLAR || context.text.length > LONGEST_TEXT) return -1;
        let ends = endsOf.get(context);
        if (!ends) endsOf.set(context, (ends = formulaEnds(context.text)));
        const end = ends(at - context.offset);
        return end === null ? -1 : context.addElement(context.elt('InlineMath', at, context.offset + end));
      },
    },
  ],
  parseBlock: [
    {
      name: 'MathBlock',
      before: 'FencedCode',
      endLeaf: (_context, line) => isFence(line),
      parse(context, line) {
        if (!isFence(line)) return false;
        const from = context.lineStart + line.pos;
        const marks = [context.elt('MathMark', from, from + 2)];
        let to = context.lineStart + line.text.length;
        // Like a fence of code, it ends with what it is in.
        while (context.nextLine() && depthOf(line) >= context.depth) {
          to = context.lineStart + line.text.length;
          if (!isFence(line)) continue;
          marks.push(context.elt('MathMark', context.lineStart + line.pos, context.lineStart + line.pos + 2));
          context.nextLine();
          break;
        }
        context.addElement(context.elt('MathBlock', from, to, marks));
        return true;
      },
    },
    {
      name: 'Box',
      before: 'FencedCode',
      endLeaf: (_context, line) => boxLine(line) !== null,
      parse(context, line) {
        const name = boxLine(line);
        if (name === null) return false;
        context.addElement(context.elt(name, context.lineStart + line.pos, context.lineStart + line.text.length));
        context.nextLine();
        return true;
      },
    },
  ],
};

interface ParsedLine {
  readonly text: string;
  readonly pos: number;
  readonly indent: number;
  readonly baseIndent: number;
  readonly next: number;
}

/** How many of the blocks around the last line go on in this one. The parser's types leave it out. */
function depthOf(line: object): number {
  return (line as { depth?: number }).depth ?? 0;
}

function isFence(line: ParsedLine): boolean {
  return line.next === DOLLAR && line.indent < line.baseIndent + MOST_INDENT && line.text.slice(line.pos).trim() === '$$';
}

const COLON = 0x3a;

function boxLine(line: ParsedLine): 'BoxOpen' | 'BoxClose' | null {
  if (line.next !== COLON || line.indent >= line.baseIndent + MOST_INDENT) return null;
  const text = line.text.slice(line.pos).trimEnd();
  if (text.length >= 3 && text.length < 100 && text === ':'.repeat(text.length)) return 'BoxClose';
  return readDivStart(text) === null ? null : 'BoxOpen';
}
