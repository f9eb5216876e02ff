import { expect, it } from 'vitest';
import { toStorable } from './execute-run.ts';

it('replaces characters that jsonb cannot store, at any depth', () => {
  const result = {
    output: 'a\0b',
    vars: [{ name: 'x', value: { kind: 'str', value: 'half \ud83d, whole 😀' } }],
    cut: [],
    ms: 1.5,
    error: null,
  };
  expect(toStorable(result)).toEqual({
    output: 'a␀b',
    vars: [{ name: 'x', value: { kind: 'str', value: 'half \ufffd, whole 😀' } }],
    cut: [],
    ms: 1.5,
    error: null,
  });
});
