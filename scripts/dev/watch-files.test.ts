import { expect, it } from 'vitest';
import { isSource } from './watch-files.ts';

it.each([
  ['screens/tables.ts', true],
  ['0001-first.sql', true],
  ['pycheck/src/pycheck/judge.py', true],
  ['screens/screens.test.ts', false],
  ['pycheck/tests/test_judge.py', false],
  ['pycheck/__pycache__/judge.py', false],
  ['screens/.tables.ts.swp', false],
  ['screens/.#tables.ts', false],
  ['screens/tables.ts~', false],
])('%s: %s', (name, isRead) => {
  expect(isSource(name)).toBe(isRead);
});
