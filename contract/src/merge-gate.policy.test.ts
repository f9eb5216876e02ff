import { describe, expect, it } from 'vitest';
import { approvalsNeeded, mergeObstacles, type OpenComment } from './merge-gate.policy.ts';

describe('approvalsNeeded', () => {
  it.each([
    ['one person on staff', 1, [1], 1, 0],
    ['one person on staff, opened by an external author', 1, [1], 7, 0],
    ['another person on staff', 1, [1, 2], 1, 1],
    ['opened by an external author', 1, [1, 2], 7, 1],
    ['opened by someone without an account', 2, [1, 2], null, 2],
    ['more than there are other people', 3, [1, 2], 1, 1],
    ['none required by the rules', 0, [1, 2, 3], 1, 0],
  ])('%s', (_, approvals, staff, author, needed) => {
    expect(approvalsNeeded({ approvals }, staff, author)).toBe(needed);
  });
});

describe('mergeObstacles', () => {
  const comment: OpenComment = {
    id: 5,
    lesson_id: 1,
    lesson_sequence: 201,
    screen_id: 2,
    screen_sequence: 3,
    by: 'Sam',
    has_left: false,
  };
  const test = { lesson_id: 1, lesson_sequence: 201, screen_id: 2, screen_sequence: 3, description: 'no rows' };
  it.each([
    [
      'a preflight that must pass',
      { approvals_needed: 0, approvals_given: 0, open_comments: [], failing_tests: [], preflight: { errors: 2, unchecked: 1 } },
      [
        'Preflight must pass before the merge, and found 2 errors. Fix or accept each of them.',
        'Preflight must pass before the merge, and hasn’t looked at 1 lesson yet.',
      ],
    ],
    [
      'a preflight that passed',
      { approvals_needed: 0, approvals_given: 0, open_comments: [], failing_tests: [], preflight: { errors: 0, unchecked: 0 } },
      [],
    ],
    ['nothing', { approvals_needed: 1, approvals_given: 1, open_comments: [], failing_tests: [], preflight: null }, []],
    ['more approvals than needed', { approvals_needed: 1, approvals_given: 2, open_comments: [], failing_tests: [], preflight: null }, []],
    [
      'no approval',
      { approvals_needed: 1, approvals_given: 0, open_comments: [], failing_tests: [], preflight: null },
      ['Merging needs 1 approval by someone other than the author.'],
    ],
    [
      'too few approvals',
      { approvals_needed: 3, approvals_given: 1, open_comments: [], failing_tests: [], preflight: null },
      ['Merging needs 2 more approvals by someone other than the author.'],
    ],
    [
      'an open comment',
      { approvals_needed: 0, approvals_given: 0, open_comments: [comment], failing_tests: [], preflight: null },
      ['Lesson 201, screen 3: a mandatory comment by Sam is open. Sam can approve or archive it.'],
    ],
    [
      'an open comment of someone who has left',
      { approvals_needed: 0, approvals_given: 0, open_comments: [{ ...comment, has_left: true }], failing_tests: [], preflight: null },
      ['Lesson 201, screen 3: a mandatory comment by Sam, who has left, is open. Anyone on staff can approve or archive it.'],
    ],
    [
      'failing tests',
      { approvals_needed: 0, approvals_given: 0, open_comments: [], failing_tests: [test, { ...test, description: '' }], preflight: null },
      [
        'Lesson 201, screen 3: the test “no rows” fails. Fix the screen or the test and run it again.',
        'Lesson 201, screen 3: the answer fails its own checks. Fix the screen or the test and run it again.',
      ],
    ],
  ])('%s', (_, gate, texts) => {
    expect(mergeObstacles(gate)).toEqual(texts);
  });
});
