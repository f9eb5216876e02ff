import { expect, it } from 'vitest';
import { compareWithBranch, sortRefused } from './partial-failure.ts';

it('lists failed lessons by number, then by folder, and courses and paths apart', () => {
  const invalid = { '12-intro': 'a', 'course 5': 'b', '110': 'c', 'courses/3-x': 'd', '9': 'e', 'path 2': 'f' };
  expect(sortRefused(invalid)).toEqual({
    lessons: [
      { name: '9', reason: 'e' },
      { name: '110', reason: 'c' },
      { name: '12-intro', reason: 'a' },
    ],
    curricula: [
      { name: 'course 5', reason: 'b' },
      { name: 'courses/3-x', reason: 'd' },
      { name: 'path 2', reason: 'f' },
    ],
  });
});

it.each([
  [[101, 102, 999], { missing: [999], found: 2 }],
  [[], { missing: [], found: 0 }],
  [[5], { missing: [5], found: 0 }],
])('of %j a branch with 101 and 102 lacks %j', (asked, expected) => {
  expect(compareWithBranch(asked, [{ sequence: 101 }, { sequence: 102 }])).toEqual(expected);
});
