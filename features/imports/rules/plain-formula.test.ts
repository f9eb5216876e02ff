import { describe, expect, it } from 'vitest';
import { plainFormula } from './plain-formula.ts';
import { splitMarkdown } from './split-markdown.ts';

describe('a formula as plain text', () => {
  it.each([
    ['\\alpha', 'α'],
    ['x^2 + y_{10}', 'x² + y₁₀'],
    ['\\alpha_1 \\leq \\beta', 'α₁ ≤ β'],
    ['t=0', 't=0'],
    ['T', 'T'],
    ['\\frac{1}{n} \\sum_{i} x_i', '1/n ∑ᵢ xᵢ'],
    ['X_{Q}^{\\ast}', 'X_Q^ast'],
    ['\\mathbb{R}^n', 'Rⁿ'],
    ['\\sqrt{2}', '√2'],
    ['n \\to \\infty', 'n → ∞'],
    ['50\\%', '50%'],
    ['\\constructor', 'constructor'],
  ])('%s', (tex, plain) => expect(plainFormula(tex)).toBe(plain));

  it.each([
    ['# Effects of $\\alpha$ and $\\beta^2$', 'Effects of α and β²'],
    ['# From $5 to $10', 'From $5 to $10'],
    ['# The signs `$` and `[[`', 'The signs $ and [['],
  ])('in a heading: %s', (source, title) => expect(splitMarkdown(source, 10)).toMatchObject([{ kind: 'heading', title }]));
});
