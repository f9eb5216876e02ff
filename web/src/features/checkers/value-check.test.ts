import { describe, expect, it } from 'vitest';
import { textsInScope } from './value-check.ts';

describe('the searched texts', () => {
  it.each([
    ['cmd', ['ls']],
    ['stdout', ['a.txt']],
    [null, ['ls', 'a.txt']],
  ] as const)('%s', (scope, texts) => {
    expect(textsInScope(scope, { commands: 'ls', output: 'a.txt' })).toEqual(texts);
  });
});
