import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withEscapedMarkup, withoutEscapedMarkup } from './markup-signs.ts';

const FORMATS = ['notebook', 'myst', 'quarto'] as const;

describe('signs that are text in lessons', () => {
  it.each<[text: string, notebook: string, myst: string, quarto: string]>([
    [
      'From $25,000 to $34,000.',
      'From &#36;25,000 to &#36;34,000.',
      'From &#36;25,000 to &#36;34,000.',
      'From &#36;25,000 to &#36;34,000.',
    ],
    ['A formula $x$ and $5.', 'A formula $x$ and &#36;5.', 'A formula $x$ and &#36;5.', 'A formula $x$ and &#36;5.'],
    ['$$\nx\n$$', '$$\nx\n$$', '$$\nx\n$$', '$$\nx\n$$'],
    ['The word @fig-plot.', 'The word @fig-plot.', 'The word &#64;fig-plot.', 'The word &#64;fig-plot.'],
    ['Ask ada@example.org.', 'Ask ada@example.org.', 'Ask ada@example.org.', 'Ask ada@example.org.'],
    ['`@fig` and `$5`', '`@fig` and `$5`', '`@fig` and `$5`', '`@fig` and `$5`'],
    ['    $5 @a', '    $5 @a', '    $5 @a', '    $5 @a'],
    [
      '[a](b_@c) <https://a.b/@c> ![d](@e "@f")',
      ...(Array(3).fill('[a](b_@c) <https://a.b/@c> ![d](@e "@f")') as [string, string, string]),
    ],
    ['a\n% no comment', 'a\n% no comment', 'a\n&#37; no comment', 'a\n% no comment'],
    ['100 %', '100 %', '100 %', '100 %'],
    ['(label)=', '(label)=', '&#40;label)=', '(label)='],
    ['a\n+++', 'a\n+++', 'a\n&#43;++', 'a\n+++'],
    ['{py}`x` {{ y }}', '{py}`x` {{ y }}', '&#123;py}`x` &#123;{ y }}', '{py}`x` {{ y }}'],
    ['x^2^ ~a~ ~~b~~', 'x^2^ ~a~ ~~b~~', 'x^2^ ~a~ ~~b~~', 'x&#94;2&#94; &#126;a&#126; ~~b~~'],
    ['a[^1] ^[b]\n\n[^1]: $5', ...(Array(3).fill('a[^1] ^[b]\n\n[^1]: &#36;5') as [string, string, string])],
    ['C:\\temp', 'C:\\temp', 'C:\\temp', 'C:&#92;temp'],
    ['\\begin{x} \\$5', '&#92;begin{x} \\$5', '&#92;begin{x} \\$5', '&#92;begin{x} \\$5'],
    ['{{< video a >}} [b]{.c}', '{{< video a >}} [b]{.c}', '&#123;{< video a >}} [b]{.c}', '&#123;{< video a >}} [b]&#123;.c}'],
    ['a. One', 'a. One', 'a. One', 'a&#46; One'],
    ['(1) One', '(1) One', '(1) One', '(1&#41; One'],
    [
      '> | a | b $5 |\n> |---|---|\n> | $6 | $x$ |',
      ...(Array(3).fill('> | a | b &#36;5 |\n> |---|---|\n> | &#36;6 | $x$ |') as [string, string, string]),
    ],
    ['# A $5 #\n\n- B $6\n  C $7', ...(Array(3).fill('# A &#36;5 #\n\n- B &#36;6\n  C &#36;7') as [string, string, string])],
    ['&#36; &#0064;', ...(Array(3).fill('&#036; &#00064;') as [string, string, string])],
  ])('%j are escaped where another tool reads them as markup, and only there', (text, ...expected) => {
    expect(FORMATS.map((format) => withEscapedMarkup(format, text))).toEqual(expected);
    for (const escaped of expected) expect(withoutEscapedMarkup(escaped)).toBe(text);
  });

  it('are restored in any text', () => {
    const signs = String.raw`$ $5 $x$ $$ @a [@b] % {a} ${'`'} ${'``'} \ \a \$ ^ ~ ~~ +++ (a)= &#36; &#092; | <b> ]( ) [ a i)`.split(' ');
    const blocks = [
      '\n',
      '\n\n',
      '\n- ',
      '\n> ',
      '\n    ',
      '\n```\n',
      '\n|a|b|\n|-|-|\n',
      '<!-- ',
      ' -->',
      ' ',
      '# ',
      '::: note\n',
      '\n:::\n',
    ];
    const piece = fc.constantFrom(...signs, ...blocks);
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom(...FORMATS), (source, format) => {
        expect(withoutEscapedMarkup(withEscapedMarkup(format, source))).toBe(source);
      }),
      { numRuns: 2_000, seed: 5 },
    );
  });

  it('stay as they are where they would become a formula', () => {
    expect(withoutEscapedMarkup('&#36;x&#36; and &#64;a')).toBe('&#36;x&#36; and &#64;a');
  });

  it.each(['$', '`a', '<', '](', '\\', '&#36;', '@a ', '[a](', '<!--'])('are found in time in a text of nothing but %j', (part) => {
    // Quadratic work would take minutes.
    const text = part.repeat(100_000);
    expect(withoutEscapedMarkup(withEscapedMarkup('quarto', text))).toBe(text);
  });
});
