import { expect, it } from 'vitest';
import { BOUNDED } from './bounded.ts';
import { findPatterns } from './find-patterns.ts';
import { compareLists, readPatterns } from './pattern-lists.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

it('finds the patterns of a file, wherever they stand', () => {
  const source = "const A = /a+/g;\nexport const b = (x: string) => ({ c: x.replace(/\\/b/, '') });\n// /no/ and '/no/'";
  expect(findPatterns('a.ts', source)).toEqual([
    { written: '/a+/g', place: 'a.ts:1' },
    { written: '/\\/b/', place: 'a.ts:2' },
  ]);
});

it('every pattern over texts of people takes linear time, or has a bound', () => {
  const { unlisted, unused } = compareLists(readPatterns(ROOT));
  const help = 'Run `node scripts/check-patterns.ts`.';
  expect([help, ...unlisted.map(({ written, place }) => `${place} ${written}`)]).toEqual([help]);
  expect([help, ...unused]).toEqual([help]);
});

it('says of each pattern without linear time what bounds it', () => {
  for (const [written, because] of BOUNDED) expect([written, because.length > 20]).toEqual([written, true]);
});
