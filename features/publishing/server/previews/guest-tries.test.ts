import { describe, expect, it } from 'vitest';
import { GuestTries } from './guest-tries.ts';

const ONE = { linkId: 1, visitor: 'a', screen: 2 };

describe('tries before a solution', () => {
  it.each<[string, boolean[], number]>([
    ['all of them at first', [], 3],
    ['fewer with each submission that is not right', [false, false], 1],
    ['none after enough', [false, false, false, false], 0],
    ['none once it is solved', [false, true], 0],
    ['none after it was solved once', [true, false], 0],
  ])('are left: %s', (_, submissions, left) => {
    const tries = new GuestTries();
    for (const isRight of submissions) tries.count(ONE, isRight);
    expect(tries.leftBefore(ONE, 3)).toBe(left);
  });

  it.each([{ linkId: 2 }, { visitor: 'b' }, { screen: 3 }])('are of one visitor, screen and link: %o', (other) => {
    const tries = new GuestTries();
    tries.count({ ...ONE, ...other }, true);
    expect(tries.leftBefore(ONE, 3)).toBe(3);
  });

  it('are forgotten for those who have not submitted for longest', () => {
    const tries = new GuestTries(2);
    const visitors = ['a', 'b', 'a', 'c'].map((visitor) => ({ ...ONE, visitor }));
    for (const each of visitors) tries.count(each, true);
    expect(['a', 'b', 'c'].map((visitor) => tries.leftBefore({ ...ONE, visitor }, 1))).toEqual([0, 1, 0]);
  });
});
