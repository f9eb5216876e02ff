import { expect, it } from 'vitest';
import { compareWithBranch, refusedLessons } from './partial-failure.ts';

it('lists failed lessons by number', () => {
  expect(refusedLessons({ '110': 'is there already', '9': 'is not in the branch' })).toEqual([
    { sequence: 9, reason: 'is not in the branch' },
    { sequence: 110, reason: 'is there already' },
  ]);
});

it.each([
  [[101, 102, 999], { missing: [999], found: 2 }],
  [[], { missing: [], found: 0 }],
  [[5], { missing: [5], found: 0 }],
])('of %j a branch with 101 and 102 lacks %j', (asked, expected) => {
  expect(compareWithBranch(asked, [{ sequence: 101 }, { sequence: 102 }])).toEqual(expected);
});
