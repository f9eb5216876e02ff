import { expect, it } from 'vitest';
import { hasTimeout } from './settings-rules.ts';

it.each([
  ['python', [], true],
  ['r', [], true],
  ['sql', ['High CPU'], true],
  ['cli', [], false],
  [null, [], false],
  ['python', ['Long-running code'], false],
  ['python', ['File viewer', 'GPU'], false],
] as const)('a lesson in %s with %j has a timeout: %s', (language, features, expected) => {
  expect(hasTimeout({ language, enabled_features: [...features] })).toBe(expected);
});
