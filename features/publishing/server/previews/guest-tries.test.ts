import { describe, expect, it } from 'vitest';
import { GuestTries, type TriedScreen } from './guest-tries.ts';

/** Submissions one after the other. */
function submit(tries: GuestTries, tried: TriedScreen, isRight: boolean): void {
  const attempt = tries.begin(tried, 'x = 1');
  attempt.judged(isRight);
  attempt.end();
}

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
    for (const isRight of submissions) submit(tries, ONE, isRight);
    expect(tries.leftBefore(ONE, 3)).toBe(left);
  });

  it.each([{ linkId: 2 }, { visitor: 'b' }, { screen: 3 }])('are of one visitor, screen and link: %o', (other) => {
    const tries = new GuestTries();
    submit(tries, { ...ONE, ...other }, true);
    expect(tries.leftBefore(ONE, 3)).toBe(3);
  });

  it('are forgotten for those who have not submitted for longest', () => {
    const tries = new GuestTries(2);
    const visitors = ['a', 'b', 'a', 'c'].map((visitor) => ({ ...ONE, visitor }));
    for (const each of visitors) submit(tries, each, true);
    expect(['a', 'b', 'c'].map((visitor) => tries.leftBefore({ ...ONE, visitor }, 1))).toEqual([0, 1, 0]);
  });

  it.each<[string, { submitted: string[]; isRight: boolean[] }, number]>([
    ['one for equal submissions at once', { submitted: ['x', 'x', 'x'], isRight: [false, false, false] }, 2],
    ['each for different ones at once', { submitted: ['x', 'y', 'x'], isRight: [false, false, false] }, 1],
    ['all of them if one of the equal ones is right', { submitted: ['x', 'x'], isRight: [false, true] }, 0],
  ])('are used up: %s', (_, { submitted, isRight }, left) => {
    const tries = new GuestTries();
    const attempts = submitted.map((code) => tries.begin(ONE, code));
    for (const [index, attempt] of attempts.entries()) {
      attempt.judged(isRight[index] ?? false);
      attempt.end();
    }
    expect(tries.leftBefore(ONE, 3)).toBe(left);
  });

  it('are used up by a submission after one that was stopped', () => {
    const tries = new GuestTries();
    tries.begin(ONE, 'x').end();
    submit(tries, ONE, false);
    submit(tries, ONE, false);
    expect(tries.leftBefore(ONE, 3)).toBe(1);
  });
});
