import { expect, it } from 'vitest';
import { compareCode } from './compare-code.ts';

const SIGNS = { same: ' ', own: '-', solution: '+' } as const;

it.each([
  ['the same but for spaces at ends', 'x = 1  \r\nprint(x)\n\n', 'x = 1\nprint(x)', [' x = 1', ' print(x)']],
  ['a line that differs', 'x = 1\nprint(y)', 'x = 1\nprint(x)', [' x = 1', '-print(y)', '+print(x)']],
  ['a line that is missing', 'x = 1', 'x = 1\nprint(x)', [' x = 1', '+print(x)']],
  ['nothing written yet', '', 'print(1)', ['+print(1)']],
])('compares code with the solution: %s', (_, own, solution, lines) => {
  expect(compareCode(own, solution).map(({ kind, text }) => SIGNS[kind] + text)).toEqual(lines);
});
