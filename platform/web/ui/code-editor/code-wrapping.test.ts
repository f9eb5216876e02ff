import { expect, it } from 'vitest';
import { indentOf } from './code-wrapping.ts';

it.each([
  ['print(1)', 0],
  ['    return 1', 4],
  ['', null],
  ['    ', null],
  ['\treturn 1', null],
  ['  \treturn 1', null],
])('the wrapped rest of %j is indented from column %s', (line, expected) => {
  expect(indentOf(line)).toBe(expected);
});
