import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { ATTACKS } from './markdown-attacks.ts';
import { boundedTree, TooMuchMarkup } from './markdown-tree.ts';
import { boundBlockWork } from './markdown-work.ts';
import { renderMarkdown, renderMarkdownBlocks } from './markdown.ts';

/** What begins, ends or repeats something in markdown, HTML and formulas. */
const PIECES = [
  ['$', '$a ', '$$', '$$\n', '\\', '\\$', '{', '\\frac', '\\def\\a{\\a\\a}', '<!--', '-->', '<?', '<![CDATA[', '<a href="', '<b>'],
  ['<b title=1>', '</b>', '<p>', '<div>', '<table>', '<tr>', '<td>', '<select>', '<style>', '<svg>', '<math>', '<template>', '"', '>'],
  ['[', '](', '![', ']', ')', '[a]: b\n', '*', '**', '_', '~~', '`', '```\n', '> ', '- ', '1. ', '# ', '|', '|-|\n', '&', '&amp;'],
  ['\n', '\n\n', '    ', '\t', ' ', 'a', '1', '\u0000', '\u202e', '\ud800'],
].flat();
const LONGEST_NOTE = 300;

/** Long enough for work that grows with the square to take a hundred times as long as work that grows with the length. */
const [SHORT, LONG] = [2_000, 32_000];

/** In milliseconds of this thread's processor time: what else the machine does makes no difference. */
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
      // What takes next to no time says nothing.
      const short = Math.max(20, timeOf(text(SHORT)));
      expect([piece, timeOf(text(LONG)) / short]).toEqual([piece, expect.toSatisfy((ratio: number) => ratio < (LONG / SHORT) * 5)]);
    }
  });

  it('makes something of any text, and never very much', () => {
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
    ['attributes that are made again', `<p><b title="${'x'.repeat(2_000)}">${'<p>a'.repeat(2_000)}`],
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
    expect(renderMarkdownBlocks(source)).toEqual([html]);
  });

  it('expands a formula so far and no further', () => {
    const doubling = '$\\def\\a{xx}\\def\\b{\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b}\\def\\d{\\c\\c\\c\\c}\\d\\d\\d\\d$';
    expect(renderMarkdown(doubling)).toContain('katex-error');
    expect(renderMarkdown('$\\newcommand{\\Numbers}{\\mathbb{R}} x \\in \\Numbers^n$')).toContain('<math');
    expect(renderMarkdown(`$${'x'.repeat(2_001)}$`)).toContain('<code class="math-inline">xxx');
  });
});

describe('telling blocks apart', () => {
  const looksAtMost = (most: number) => MarkdownIt({ html: true }).use(boundBlockWork, most);
  const sizeOf = (source: string) => source.split('\n').length;

  it.each([
    ['quotations with a line below', '> a\n=', ''],
    ['quotations, then lines below', '> a\n', '=\n'],
    ['tables, then quotations', '|a|\n|-|\n', '> '],
    ['tables, then brackets', '|a|\n|-|\n', '['],
    ['tables, then bars', '|a|\n|-|\n', '|'],
    ['signs of headings, then images', '#', '!['],
    ['lists, then quotations', '- a\n', '> b\nc\n'],
    ['formulas that nobody closes', '> $$\n', 'a\n'],
    ['a lesson', 'Some *text*\nand more\n\n> quoted\nlazily\n\n1. a\n   - b\n     - c\n\n', '|a|\n|-|\n|b|\n\n'],
  ])('looks at each line of %s a few times', (_, one, other) => {
    const source = one.repeat(2_000) + other.repeat(2_000);
    expect(() => looksAtMost(12 * sizeOf(source)).render(source)).not.toThrow();
  });

  it('ends where it would look at the rest of the text again and again', () => {
    const source = 'a\n> > \n'.repeat(1_000);
    expect(() => looksAtMost(100 * sizeOf(source)).render(source)).toThrow(TooMuchMarkup);
    expect(renderMarkdown(source.slice(0, 700))).toContain('<blockquote>');
  });
});

describe('a tree', () => {
  it.each([
    ['depth', '<b>'.repeat(8), { depth: 5, elements: 100, attributeCharacters: 100 }],
    ['elements', '<br>'.repeat(8), { depth: 5, elements: 7, attributeCharacters: 100 }],
    ['attributeCharacters', '<p><b title=abcd>x<p>y', { depth: 9, elements: 100, attributeCharacters: 7 }],
  ])('is refused beyond its bound of %s', (what, html, bounds) => {
    expect(() => boundedTree(html, bounds)).toThrow(new TooMuchMarkup(`Markup beyond the bound: ${what}.`));
  });

  it('counts what is made again, and forgets what is closed', () => {
    const bounds = { depth: 6, elements: 9, attributeCharacters: 0 };
    expect(() => boundedTree('<p><b>1</b></p>'.repeat(3), bounds)).not.toThrow();
    expect(() => boundedTree('<p><b>1'.repeat(4), bounds)).toThrow(TooMuchMarkup);
  });
});
