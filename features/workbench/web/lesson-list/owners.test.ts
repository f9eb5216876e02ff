import { expect, it } from 'vitest';
import { ownersIn } from './owners.ts';

const GROUPS = [{ id: 7, name: 'Data team', members: [{ id: 1, name: 'Ada', email: 'Ada@example.org', external: false }] }];

it.each([
  [undefined, undefined],
  ['ada@example.org', ['ada@example.org']],
  ['none', ['none']],
  ['group:7', ['ada@example.org']],
  ['group:8', []],
  ['group:x', ['group:x']],
])('the filter %j finds lessons of %j', (owner, emails) => {
  expect(ownersIn(owner, GROUPS)).toEqual(emails && new Set(emails));
});
