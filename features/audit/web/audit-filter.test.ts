import { expect, it } from 'vitest';
import { auditFilter } from './audit-filter.ts';

it.each([
  ['deeds, if nothing is chosen', { person: 3 }, { person: 3, kind: 'deeds' }],
  ['one kind', { kind: 'sign-in' }, { kind: 'sign-in' }],
  ['everything', { kind: 'all', before: 7 }, { before: 7 }],
  ['an action of any kind', { action: 'sign-in' }, { action: 'sign-in' }],
  ['deeds for a kind that does not exist', { kind: 'toString' }, { kind: 'deeds' }],
])('the page asks for %s', (_what, search, filter) => {
  expect(auditFilter(search)).toEqual(filter);
});
