import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { withStyledLetters } from './math-variants.ts';

describe('styled letters of formulas', () => {
  it.each([
    ['double-struck', 'R', 'ℝ'],
    ['double-struck', 'A', '𝔸'],
    ['double-struck', '1', '𝟙'],
    ['bold', 'x', '𝐱'],
    ['bold', 'α', '𝛂'],
    ['bold-italic', 'Ω', '𝜴'],
    ['italic', 'h', 'ℎ'],
    ['script', 'L', 'ℒ'],
    ['script', 'A', '𝒜'],
    ['fraktur', 'g', '𝔤'],
    ['monospace', 'ab0', '𝚊𝚋𝟶'],
    ['sans-serif', 'Z', '𝖹'],
  ])('%s %s', (style, letters, expected) => {
    expect(withStyledLetters(`<mi mathvariant="${style}">${letters}</mi>`)).toBe(`<mi>${expected}</mi>`);
  });

  it.each(['<mi mathvariant="normal">d</mi>', '<mi mathvariant="bold">∂</mi>', '<mi>x</mi>', '<mi mathvariant="tailed">x</mi>'])(
    'leaves %s',
    (mathml) => {
      expect(withStyledLetters(mathml)).toBe(mathml);
    },
  );

  it.each([
    ['\\mathbb{R}', 'ℝ'],
    ['\\mathbf{x}', '𝐱'],
    ['\\mathcal{L}', 'ℒ'],
    ['\\mathfrak{g}', '𝔤'],
    ['\\boldsymbol{\\beta}', '𝜷'],
  ])('%s is written with them', (formula, letter) => {
    expect(renderMarkdown(`$${formula}$`)).toMatch(new RegExp(`<m[in]>${letter}</m[in]>`));
  });
});
