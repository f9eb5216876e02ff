import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { ATTACKS } from '#testing/content/markdown-attacks.ts';
import { boundedTree, MarkupLimitError } from './markdown-tree.ts';
import { limitBlockWork } from './markdown-work.ts';
import { renderMarkdown, renderMarkdownBlocks } from './markdown.ts';

/** Anything that starts, ends or repeats something in markdown, HTML and formulas. */
const PIECES = [
  ['$', '$a ', '$$', '$$\n', '\\', '\\$', '{', '\\frac', '\\def\\a{\\a\\a}', '<!--', '-->', '<?', '<![CDATA[', '<a href="', '<b>'],
  ['<b title=1>', '</b>', '<p>', '<div>', '<table>', '<tr>', '<td>', '<select>', '<style>', '<svg>', '<math>', '<template>', '"', '>'],
  ['[', '](', '![', ']', ')', '[a]: b\n', '*', '**', '_', '~~', '`', '```\n', '> ', '- ', '1. ', '# ', '|', '|-|\n', '&', '&amp;'],
  [
    ':::',
    '::: note\n',
    ':::\n',
    '::: note\n\n- ',
    '> ::: tip\n',
    '^[',
    '[^a]',
    '[^a]: b\n',
    '![](a){',
    '{alt="',
    ': a\n',
    'a\n: b\n',
    '- [ ] ',
  ],
  ['\n', '\n\n', '    ', '\t', ' ', 'a', '1', '\u0000', '\u202e', '\ud800'],
].flat();
const LONGEST_NOTE = 300;

/** Long enough to distinguish quadratic from linear work. */
const [SHORT, LONG] = [2_000, 32_000];

/** In milliseconds of this thread's CPU time, so that other load makes no difference. */
function timeOf(source: string): number {
  const began = process.threadCpuUsage();
  renderMarkdown(source);
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

describe('rendering', () => {
  it('is linear in the length, whatever is repeated', () => {
    for (const piece of PIECES) {
      const text = (length: number) => piece.repeat(Math.ceil(length / piece.length));
      // Very short times are noise.
      const short = Math.max(20, timeOf(text(SHORT)));
      expect([piece, timeOf(text(LONG)) / short]).toEqual([piece, expect.toSatisfy((ratio: number) => ratio < (LONG / SHORT) * 5)]);
    }
  });

  it('renders any text, with bounded output', () => {
    const texts = fc.array(fc.tuple(fc.constantFrom(...PIECES, ...ATTACKS.map(([, source]) => source)), fc.integer({ min: 1, max: 40 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(texts, (parts) => {
        const source = parts.map(([piece, count]) => piece.repeat(count)).join('');
        expect(renderMarkdown(source).length).toBeLessThan(LONGEST_NOTE + source.length * 400 + 20_000);
        expect(renderMarkdownBlocks(source)).toBeInstanceOf(Array);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['elements that stay open in every paragraph', `x ${'<b><i><u><s><tt>'.repeat(60)}${'\n\na'.repeat(2_000)}`],
    ['repeated attributes', `<p><b title="${'x'.repeat(2_000)}">${'<p>a'.repeat(2_000)}`],
    ['elements inside each other', '<div>'.repeat(1_000)],
    ['very many elements', '<br>'.repeat(21_000)],
    ['a very long text', 'a '.repeat(250_000)],
    ['quotations that end at once, inside others', 'a\n> > \n'.repeat(10_000)],
    ['quotations inside very many others', `a\n${'> '.repeat(50)}\n`.repeat(1_000)],
    ['quotations with few lines beside them', `a\n${'> > \n'.repeat(99)}`.repeat(600)],
    ['tables and quotations', `${'|a|\n|-|\n'.repeat(4)}${'> '.repeat(4)}\n`.repeat(1_500)],
    ['bars and quotations', `${'|\n'.repeat(4)}${'> '.repeat(4)}\n`.repeat(2_500)],
  ])('shows the source of %s', (_, source) => {
    const html = renderMarkdown(source);
    expect(html).toContain('This is its source');
    expect(html.length).toBeLessThan(LONGEST_NOTE + source.length * 6);
    expect(renderMarkdownBlocks(source).map((block) => block.html)).toEqual([html]);
  });

  it('expands a formula so far and no further', () => {
    const doubling = '$\\def\\a{xx}\\def\\b{\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b}\\def\\d{\\c\\c\\c\\c}\\d\\d\\d\\d$';
    expect(renderMarkdown(doubling)).toContain('katex-error');
    expect(renderMarkdown('$\\newcommand{\\Numbers}{\\mathbb{R}} x \\in \\Numbers^n$')).toContain('<math');
    expect(renderMarkdown(`$${'x'.repeat(2_001)}$`)).toContain('<code class="math-inline">xxx');
  });
});

describe('parsing blocks', () => {
  const looksAtMost = (most: number) => MarkdownIt({ html: true }).use(limitBlockWork, most);
  const sizeOf = (source: string) => source.split('\n').length;

  it.each([
    ['quotations with a line below', '> a\n=', ''],
    ['quotations, then lines below', '> a\n', '=\n'],
    ['tables, then quotations', '|a|\n|-|\n', '> '],
    ['tables, then brackets', '|a|\n|-|\n', '['],
    ['tables, then bars', '|a|\n|-|\n', '|'],
    ['signs of headings, then images', '#', '!['],
    ['lists, then quotations', '- a\n', '> b\nc\n'],
    ['unclosed formulas', '> $$\n', 'a\n'],
    ['a lesson', 'Some *text*\nand more\n\n> quoted\nlazily\n\n1. a\n   - b\n     - c\n\n', '|a|\n|-|\n|b|\n\n'],
  ])('reads each line of %s only a few times', (_, one, other) => {
    const source = one.repeat(2_000) + other.repeat(2_000);
    expect(() => looksAtMost(12 * sizeOf(source)).render(source)).not.toThrow();
  });

  it('stops when it would scan the rest of the text repeatedly', () => {
    const source = 'a\n> > \n'.repeat(1_000);
    expect(() => looksAtMost(100 * sizeOf(source)).render(source)).toThrow(MarkupLimitError);
    expect(renderMarkdown(source.slice(0, 700))).toContain('<blockquote>');
  });
});

describe('a tree', () => {
  it.each([
    ['depth', '<b>'.repeat(8), { depth: 5, elements: 100, attributeCharacters: 100 }],
    ['elements', '<br>'.repeat(8), { depth: 5, elements: 7, attributeCharacters: 100 }],
    ['attributeCharacters', '<p><b title=abcd>x<p>y', { depth: 9, elements: 100, attributeCharacters: 7 }],
  ])('is rejected beyond its limit of %s', (what, html, bounds) => {
    expect(() => boundedTree(html, bounds)).toThrow(new MarkupLimitError(`Markup exceeds the limit: ${what}.`));
  });

  it('counts repeated elements, and forgets closed ones', () => {
    const bounds = { depth: 6, elements: 9, attributeCharacters: 0 };
    expect(() => boundedTree('<p><b>1</b></p>'.repeat(3), bounds)).not.toThrow();
    expect(() => boundedTree('<p><b>1'.repeat(4), bounds)).toThrow(MarkupLimitError);
  });
});
