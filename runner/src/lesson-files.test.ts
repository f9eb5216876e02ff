import { expect, it } from 'vitest';
import { areFileNames } from './lesson-files.ts';

it.each<[boolean, string[]]>([
  [true, []],
  [true, ['a.csv', 'birds/2024/a.csv', 'birds/b.csv', '..a', '.hidden']],
  [false, ['a', 'a']],
  [false, ['birds', 'birds/a.csv']],
  [false, ['birds/2024', 'birds/2024/a/b']],
  [false, ['']],
  [false, ['..']],
  [false, ['../a']],
  [false, ['a/../b']],
  [false, ['a/.']],
  [false, ['/a']],
  [false, ['a/']],
  [false, ['a//b']],
  [false, ['a\0b']],
])('%s: %j', (isGood, names) => {
  expect(areFileNames(names)).toBe(isGood);
});
