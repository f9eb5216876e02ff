import { expect, it } from 'vitest';
import { storable } from './storable.ts';

it('replaces what jsonb cannot hold, at any depth, and leaves the rest', () => {
  const result = {
    output: 'a\0b',
    vars: [{ name: 'x', value: { kind: 'str', value: 'half \ud83d, whole 😀' } }],
    cut: [],
    ms: 1.5,
    error: null,
  };
  expect(storable(result)).toEqual({
    output: 'a␀b',
    vars: [{ name: 'x', value: { kind: 'str', value: 'half \ufffd, whole 😀' } }],
    cut: [],
    ms: 1.5,
    error: null,
  });
});
