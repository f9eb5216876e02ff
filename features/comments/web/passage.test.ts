import { describe, expect, it } from 'vitest';
import { findQuote } from '../rules/find-quote.ts';
import { quoteFrom } from './passage.ts';

const select = (text: string, from: number, to: number) => quoteFrom(text, { name: 'body_markdown', from, to });

describe('a quote of a selection', () => {
  it('includes the text around it, without white space at its ends', () => {
    expect(select('A loop repeats.', 1, 7)).toEqual({ field: 'body_markdown', text: 'loop', before: 'A ', after: ' repeats.' });
  });

  it('remembers 60 characters to each side', () => {
    const quote = select(`${'a'.repeat(100)} loop ${'b'.repeat(100)}`, 101, 105);
    expect(quote).toMatchObject({ before: `${'a'.repeat(59)} `, after: ` ${'b'.repeat(59)}` });
  });

  it.each([
    ['white space', '   \n', 0, 4, null],
    ['too much', 'x'.repeat(2_001), 0, 2_001, 'too-long'],
  ])('cannot be made of %s', (_, text, from, to, made) => {
    expect(select(text, from, to)).toBe(made);
  });

  it('is found again where it was selected', () => {
    const text = 'one two one two one';
    const quote = select(text, 8, 11);
    expect(quote !== null && quote !== 'too-long' && findQuote(text, quote)).toEqual({ from: 8, to: 11 });
  });
});
