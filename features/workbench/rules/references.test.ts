import { expect, it } from 'vitest';
import { withReferences } from './references.ts';

it('other screens refer to the one that stays', () => {
  const fields = { starts_from: 'second', runs_after: ['first', 'earlier', 'second'] };
  expect(withReferences(fields, 'second', 'first')).toEqual({ starts_from: 'first', runs_after: ['first', 'earlier'] });
  expect(withReferences({ starts_from: null, runs_after: 'all' as const }, 'second', 'first')).toEqual({
    starts_from: null,
    runs_after: 'all',
  });
});
