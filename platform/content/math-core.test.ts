import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { toMathmlCore } from './math-core.ts';

/** The MathML of a display formula, without its source. */
const displayed = (formula: string) => renderMarkdown(`$$\n${formula}\n$$`).replace(/<annotation\b[^]*?<\/annotation>/, '');
/** The styles of the cells of a formula, row by row. */
const cellsOf = (formula: string) =>
  displayed(formula)
    .split('<mtr>')
    .slice(1)
    .map((row) => [...row.matchAll(/<mtd(?: style="([^"]*)")?>/g)].map(([, style]) => style ?? ''));

const SPACE = '<mspace width="0.1667em"></mspace>';
const APPLY = '<mo>\u2061</mo>';
const APPLY_WITH_SPACE = '<mo rspace="0.1667em">\u2061</mo>';

describe('columns of formulas', () => {
  const RIGHT = 'text-align:right;padding-left:0.2em;padding-right:0';
  const LEFT = 'text-align:left;padding-left:0;padding-right:0.2em';

  it.each([
    ['of equations', '\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}', [RIGHT, LEFT]],
    [
      'of two equations in a line',
      '\\begin{aligned} a &= b & c &= d \\end{aligned}',
      [RIGHT, 'text-align:left;padding-left:0;padding-right:0.5em', 'text-align:right;padding-left:0.5em;padding-right:0', LEFT],
    ],
    ['between the empty ones of numbers', '\\begin{align} a &= b \\end{align}', ['padding:0', RIGHT, LEFT, 'padding:0', 'padding:0']],
    [
      'of cases',
      '\\begin{cases} x & y \\end{cases}',
      ['text-align:left;padding-left:0.2em;padding-right:0.5em', 'text-align:left;padding-left:0.5em;padding-right:0.2em'],
    ],
    [
      'of matrices',
      '\\begin{pmatrix} 1 & 2 \\end{pmatrix}',
      ['padding-left:0.2em;padding-right:0.5em', 'padding-left:0.5em;padding-right:0.2em'],
    ],
    ['of a formula with a number', 'x \\tag{1}', ['width:50%', '', 'width:50%', '']],
  ])('%s', (_, formula, styles) => {
    for (const row of cellsOf(formula)) expect(row).toEqual(styles);
  });

  it('have the lines of an array', () => {
    const [[first = '', second = ''] = [], [third = '', fourth = ''] = []] = cellsOf(
      '\\begin{array}{c|c} a & b \\\\ \\hline c & d \\end{array}',
    );
    expect(first).toMatch(/border-right:1px solid;border-bottom:1px solid$/);
    expect(second).toMatch(/padding-right:0.2em;border-bottom:1px solid$/);
    expect(third).toMatch(/border-right:1px solid$/);
    expect(fourth).not.toContain('border');
  });

  it('are those of the innermost table', () => {
    const [row] = cellsOf('\\begin{cases} \\begin{pmatrix} 1 & 2 \\end{pmatrix} & y \\end{cases}').slice(-1);
    expect(row?.at(-1)).toBe('text-align:left;padding-left:0.5em;padding-right:0.2em');
  });

  it('are laid out by their styles alone', () => {
    for (const formula of ['\\begin{aligned} a &= b \\end{aligned}', '\\begin{array}{c|c} a & b \\\\ \\hline c & d \\end{array}'])
      expect(displayed(formula)).toMatch(/<mtable rowspacing="[^"]*" columnspacing="0em">/);
  });

  it('of a formula with a number are as large as without', () => {
    expect(displayed('\\frac{a}{b} \\tag{1}')).toContain('<mtable style="width:100%;math-style:normal">');
  });
});

describe('spaces of formulas', () => {
  it.each([
    ['after a function', '\\log p', `<mi>log</mi>${APPLY_WITH_SPACE}<mi>p</mi>`],
    ['before a function', 'n \\log n', `<mi>n</mi>${SPACE}<mi>log</mi>${APPLY_WITH_SPACE}<mi>n</mi>`],
    ['after a bracket', '(n) \\log n', `)</mo>${SPACE}<mi>log</mi>`],
    ['not before a bracket', '\\sin(x)', `<mi>sin</mi>${APPLY}<mo stretchy="false">(</mo>`],
    ['not before a bracket that grows', '\\sin\\left(x\\right)', `<mi>sin</mi>${APPLY}<mrow><mo fence="true">(</mo>`],
    ['not before an exponent', '\\log^2 x', `<msup><mrow><mi>log</mi>${APPLY}</mrow>`],
    ['after a function with limits', '\\max_x f', `<munder><mrow><mi>max</mi>${APPLY_WITH_SPACE}</mrow>`],
    ['around the label of an arrow', '\\xrightarrow{f}', '<mpadded style="padding:0 0.6em"><mi>f</mi></mpadded>'],
  ])('%s', (_, formula, expected) => {
    expect(displayed(formula)).toContain(expected);
  });
});

it.each([
  ['\\left|x\\right|', '<mo fence="true" stretchy="true">|</mo>'],
  ['\\begin{vmatrix} a \\end{vmatrix}', '<mo fence="true" stretchy="true">|</mo>'],
  ['\\begin{Vmatrix} a \\end{Vmatrix}', '<mo fence="true" stretchy="true">‖</mo>'],
])('bars of %s grow', (formula, bar) => {
  expect(displayed(formula).split(bar)).toHaveLength(3);
});

it.each([
  ['|x|', '<mi mathvariant="normal">|</mi><mi>x</mi><mi mathvariant="normal">|</mi>'],
  ['\\|x\\|', '<mi mathvariant="normal">‖</mi><mi>x</mi><mi mathvariant="normal">‖</mi>'],
])('bars of %s have no space around them', (formula, expected) => {
  expect(displayed(formula)).toContain(expected);
});

it.each(['<mrow><mi>x</mi></mrow>', '<mo>=</mo>', '<mtd></mtd>', '</mtable>'])('leaves %s', (mathml) => {
  expect(toMathmlCore(mathml)).toBe(mathml);
});

it('shows display formulas on their own lines', () => {
  expect(renderMarkdown('a $$x$$ b')).toContain('<span class="katex katex-display">');
  expect(renderMarkdown('a $x$ b')).toContain('<span class="katex"><math');
});
