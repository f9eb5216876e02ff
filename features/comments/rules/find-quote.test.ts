import { describe, expect, it } from 'vitest';
import { growthBeyondLinear } from '#testing/growth.ts';
import { findQuote, hasQuote } from './find-quote.ts';

const quote = (text: string, before = '', after = '') => ({ text, before, after });

describe('findQuote', () => {
  it.each([
    ['word for word', 'A loop repeats.', quote('loop'), 'loop', 2],
    ['the first, if nothing distinguishes them', 'one one one', quote('one'), 'one', 0],
    ['by the text before it', 'a list, a loop, a list', quote('list', 'a loop, a '), 'list', 18],
    ['by the text after it', 'x = 1\nx = 2\n', quote('x =', '', ' 2'), 'x =', 6],
    ['by the most similar context', 'The old end. Then the new end.', quote('end', 'a new ', ''), 'end', 26],
    ['moved', 'Intro.\n\nA loop repeats.', quote('A loop repeats.', 'Long gone.', 'Gone as well.'), 'A loop repeats.', 8],
    ['over line ends of Windows', 'one\r\ntwo\r\nthree', quote('two\nthree', 'one\n'), 'two\nthree', 4],
    ['with other line breaks', 'A loop\nrepeats\n  things.', quote('loop repeats things'), 'loop\nrepeats\n  things', 2],
    ['with characters that are special in a pattern', 'f(x) = [a+b]*', quote('f(x)  = [a+b]*'), 'f(x) = [a+b]*', 0],
    ['overlapping', 'aaa', quote('aa', 'a'), 'aa', 1],
    ['at the very start and end', 'all of it', quote('all of it', 'before', 'after'), 'all of it', 0],
  ])('finds a passage %s', (_, text, wanted, found, from) => {
    const place = findQuote(text, wanted);
    expect(place).toEqual({ from, to: from + found.length });
    expect(text.replaceAll('\r\n', '\n').slice(place?.from, place?.to)).toBe(found);
    expect(hasQuote(text, wanted)).toBe(true);
  });

  it.each([
    ['one of its words has changed', 'A loop repeats.', quote('A loop ends')],
    ['the text is empty', '', quote('loop')],
    ['only a part is left', 'A loop', quote('A loop repeats')],
    ['nothing was quoted', 'A loop', quote(' \n')],
    ['another letter case', 'a Loop', quote('loop')],
  ])('finds nothing if %s', (_, text, wanted) => {
    expect(findQuote(text, wanted)).toBeNull();
    expect(hasQuote(text, wanted)).toBe(false);
  });
});

it('whether a text has a passage takes a time that is linear in both', () => {
  const look = (size: number) => hasQuote('a  '.repeat(8 * size), quote(`${'a '.repeat(size)}b`));
  expect(growthBeyondLinear(look, 1 << 14, 1 << 10)).toBeNull();
});
