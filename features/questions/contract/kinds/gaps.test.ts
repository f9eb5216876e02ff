import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Gap, piecesOf, textWithGaps } from './gaps.ts';

it.each<[string, (string | Gap)[], string | null]>([
  ['texts', ['A ', { type: 'text', answers: ['b', 'c|d'] }, ' e'], 'A [[b|c\\|d]] e'],
  ['a number', [{ type: 'number', value: '3.14', tolerance: '0.01' }], '[[#3.14 ± 0.01]]'],
  ['a menu', [{ type: 'menu', choices: ['a]]', 'b'] }], '[[>a\\]\\]|b]]'],
  ['an answer that looks like a number', [{ type: 'text', answers: ['#1'] }], '[[\\#1]]'],
  ['brackets that are no gap', ['x[[0]]', { type: 'text', answers: ['y'] }], 'x\\[[0]][[y]]'],
  ['a sign that would belong to the gap', ['x[', { type: 'text', answers: ['y'] }], 'x[ [[y]]'],
  ['a gap that is too long', [{ type: 'text', answers: ['a'.repeat(1_000)] }], null],
])('writes %s', (_, pieces, text) => {
  expect(textWithGaps(pieces)).toBe(text);
});

it('reads the gaps that it wrote, whatever is in them', () => {
  const line = fc
    .string({ unit: fc.constantFrom('a', 'b', '1', ' ', '[', ']', '|', '\\', '#', '>'), maxLength: 8 })
    .map((each) => each.replaceAll(/ +/g, ' ').trim());
  const answer = line.filter((each) => each !== '');
  const gap = fc.oneof(
    fc.uniqueArray(answer, { minLength: 1, maxLength: 3 }).map((answers): Gap => ({ type: 'text', answers })),
    fc.uniqueArray(answer, { minLength: 2, maxLength: 3 }).map((choices): Gap => ({ type: 'menu', choices })),
  );
  fc.assert(
    fc.property(line, gap, line, (before, given, behind) => {
      const read = piecesOf(textWithGaps([before, given, behind]) ?? '');
      expect(read.filter((piece) => typeof piece !== 'string')).toEqual([given]);
      expect(read.filter((piece) => typeof piece === 'string').join('')).toBe(`${before}${/[\\[]$/.test(before) ? ' ' : ''}${behind}`);
    }),
    { numRuns: 300 },
  );
});
