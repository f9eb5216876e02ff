import { expect, it } from 'vitest';
import { growthBeyondLinear } from '#testing/growth.ts';
import { changeOfText } from './text-change.ts';

it.each<[string, string, string, string]>([
  [
    'a scalar that prints differently',
    '[1.0, 2.0]\n',
    '[np.float64(1.0), np.float64(2.0)]\n',
    'The output has “np.float64(N)” instead of “N”.',
  ],
  ['one word', 'Int64Index([1])', 'Index([1])', 'The output has “Index” instead of “Int64Index”.'],
  ['a word in addition', 'a b', 'a b c', 'The output has “c” in addition.'],
  ['a word less', 'dtype: object x', 'dtype: object', 'The output lacks “x”.'],
  ['numbers', 'mean 2.50', 'mean 2.51', 'The output has different numbers.'],
  ['spacing', 'a  1\nb  2', 'a 1\nb 2\n', 'The output has different spacing.'],
  ['fewer lines', 'a\nb', 'a', 'The output lacks lines.'],
  ['more lines', 'a', 'a\nb', 'The output has more lines.'],
  ['something long', 'a', 'b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j', 'The output is different.'],
])('names %s', (_, today, candidate, title) => {
  expect(changeOfText('The output', today, candidate).title).toBe(title);
});

it('has the same key for the same change of other values', () => {
  const one = changeOfText('The output', 'x 1.5', 'x np.float64(1.5)');
  expect(changeOfText('The output', 'mean: 22', 'mean: np.float64(22)').key).toBe(one.key);
});

it.each([
  ['1, 1', 'p q, p q', 'The output has “p q” instead of “N”.'],
  ['a b; a b', 'c d c d', 'The output has “c d” instead of “a b”.'],
])('counts what repeats once: %s → %s', (today, candidate, title) => {
  expect(changeOfText('The output', today, candidate).title).toBe(title);
});

it.each([',', ',;', 'a,', 'a;a,'])('reads lines of “%s” in time that grows with their length', (unit) => {
  expect(growthBeyondLinear((size) => changeOfText('The output', 'z', `${unit.repeat(size)}x`), 1 << 19)).toBeNull();
});
