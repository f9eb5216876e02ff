import { expect, it } from 'vitest';
import { sessionsToEnd } from './session-shares.ts';

const session = (name: string, lastUse: number, memoryBytes = 1, isBusy = false) => ({ name, lastUse, memoryBytes, isBusy });
const MOST = { count: 4, memoryBytes: 10 };
const names = (own: ReturnType<typeof session>[], wanted: number) => sessionsToEnd(own, wanted, MOST)?.map(({ name }) => name) ?? null;

it.each([
  ['none below the limits', [session('a', 1), session('b', 2)], 1, []],
  ['the least recently used one, beyond the number', [session('a', 3), session('b', 1), session('c', 2), session('d', 4)], 1, ['b']],
  ['as many as the memory requires', [session('a', 1, 4), session('b', 2, 4)], 8, ['a', 'b']],
  ['all for one that is larger than the share', [session('a', 1)], 99, ['a']],
  ['none that is in use', [session('a', 1, 1, true), session('b', 2, 4), session('c', 3, 4)], 4, ['b']],
  ['null when those that would have to end are in use', [session('a', 1, 8, true)], 4, null],
])('ends %s', (_, own, wanted, expected) => {
  expect(names(own, wanted)).toEqual(expected);
});
