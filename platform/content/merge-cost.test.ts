import { expect, it } from 'vitest';
import { growthBeyondLinear } from '#testing/growth.ts';
import { isCheapToMerge } from './merge-cost.ts';

const few = 'a\n'.repeat(90);
const many = 'a\n'.repeat(120);

it.each<[string, object, object, object, boolean]>([
  ['short texts', { a: few }, { a: `${few}x` }, { a: `${few}y` }, true],
  ['long texts that both sides changed', { a: many }, { a: `${many}x` }, { a: `${many}y` }, false],
  ['a long text that one side changed', { a: many }, { a: `${many}x` }, { a: many }, true],
  ['a long text that both sides changed equally', { a: many }, { a: `${many}x` }, { a: `${many}x` }, true],
  ['a long list', { a: [] }, { a: Array(200).fill('x') }, { a: ['y'] }, false],
])('knows whether %s are quick to merge', (_, base, mine, theirs, expected) => {
  expect(isCheapToMerge(base, mine, theirs)).toBe(expected);
});

it('is quick itself', () => {
  const side = (size: number, end: string) => ({ a: 'a'.repeat(size) + end, b: Array(size).fill(end) as string[] });
  expect(growthBeyondLinear((size) => isCheapToMerge(side(size, ''), side(size, 'x'), side(size, 'y')), 1 << 18)).toBeNull();
});
