import { describe, expect, it } from 'vitest';
import { targetReleases, whyClosed } from './releases.policy.ts';

const release = (id: number, is_closed = false) => ({ id, is_main: id === 1, is_closed });

it.each([
  ['main', release(1), 'main'],
  ['a release', release(2), null],
  ['a release that a merge has closed', release(2, true), 'closed'],
])('why nothing can be put into %s: %j', (_name, given, expected) => {
  expect(whyClosed(given)).toBe(expected);
});

describe('the releases that lessons can be put into', () => {
  it.each<[string, number | null, number[]]>([
    ['are neither main nor closed', null, [2, 3]],
    ['leave out where they are', 3, [2]],
  ])('%s', (_name, except, ids) => {
    expect(targetReleases([release(1), release(2), release(3), release(4, true)], except).map(({ id }) => id)).toEqual(ids);
  });
});
