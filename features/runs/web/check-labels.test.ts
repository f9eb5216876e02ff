import { describe, expect, it } from 'vitest';
import { countText, resultState } from './check-labels.ts';

describe('a check result', () => {
  it.each([
    [{ pass: true }, 'passed'],
    [{ pass: false }, 'failed'],
    [{ pass: true, counts: true }, 'passed'],
    [{ pass: false, counts: true }, 'failed'],
    [{ pass: false, counts: false }, 'skipped'],
    [{ pass: true, counts: false }, 'skipped'],
  ])('%j is %s', (result, state) => {
    expect(resultState(result)).toBe(state);
  });
});

describe('several check results', () => {
  it.each([
    [[], ''],
    [[{ pass: true }, { pass: true }], '2 passed'],
    [[{ pass: false }, { pass: true }, { pass: false, counts: false }], '1 passed, 1 failed, 1 skipped'],
  ])('%j: %s', (results, text) => {
    expect(countText(results)).toBe(text);
  });
});
