import { describe, expect, it } from 'vitest';
import { textsInScope } from './value-check.ts';

describe('where it is looked for', () => {
  it.each([
    ['cmd', ['ls']],
    ['stdout', ['a.txt']],
    [null, ['ls', 'a.txt']],
  ] as const)('%s', (scope, texts) => {
    expect(textsInScope(scope, { commands: 'ls', output: 'a.txt' })).toEqual(texts);
  });
});
