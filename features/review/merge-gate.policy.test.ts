import { describe, expect, it } from 'vitest';
import type { OpenComment } from '#features/comments/contract.ts';
import { approvalsNeeded, approvalState, mergeObstacles, type MergeGate, withInstallationRules } from './merge-gate.policy.ts';

const BY_OTHERS = 'by someone who neither opened this nor changed anything in it.';

describe('approvalState', () => {
  const facts = { is_opener: false, is_writer: false, has_account: true, has_access: true, is_current: true };
  it.each([
    [{}, 'counts'],
    [{ is_current: false }, 'outdated'],
    [{ is_writer: true }, 'writer'],
    [{ is_opener: true, is_writer: true }, 'opener'],
    [{ has_account: false }, 'no-account'],
    [{ has_account: false, is_opener: true }, 'opener'],
    [{ has_access: false, is_opener: true }, 'no-access'],
    [{ is_writer: true, is_current: false }, 'writer'],
  ] as const)('of %o is %s', (given, state) => {
    expect(approvalState({ ...facts, ...given })).toBe(state);
  });
});

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
  const passed = { errors: 0, deploy_errors: 0, unchecked: 0, is_required: false };
  const gate: MergeGate = {
    approvals_needed: 0,
    approvals_given: 0,
    approvals_outdated: 0,
    approvals_unknown: 0,
    approvers: 9,
    open_comments: [],
    failing_tests: [],
    tests: { total: 3, not_run: 0, is_required: false },
    preflight: passed,
    broken_curricula: [],
    number_clashes: [],
  };
  it.each<[string, Partial<MergeGate>, string[]]>([
    [
      'a preflight that must pass',
      { preflight: { errors: 2, deploy_errors: 1, unchecked: 1, is_required: true } },
      [
        'Preflight must pass before the merge, but it found 2 errors. Fix or accept each of them.',
        'Preflight must pass before the merge, but it hasn’t checked 1 lesson yet.',
      ],
    ],
    ['a preflight that passed', { preflight: { ...passed, is_required: true } }, []],
    ['nothing', { approvals_needed: 1, approvals_given: 1 }, []],
    ['more approvals than needed', { approvals_needed: 1, approvals_given: 2 }, []],
    ['no approval', { approvals_needed: 1 }, [`Merging needs 1 approval ${BY_OTHERS}`]],
    [
      'an approval by an account that is unknown here',
      { approvals_needed: 1, approvals_unknown: 1 },
      [
        `Merging needs 1 approval ${BY_OTHERS} Approvals on the code host count from accounts with which people sign in here. Others can approve here, or sign in with that account once.`,
      ],
    ],
    ['too few approvals', { approvals_needed: 3, approvals_given: 1 }, [`Merging needs 2 more approvals ${BY_OTHERS}`]],
    [
      'an approval of an earlier state',
      { approvals_needed: 1, approvals_outdated: 1 },
      [`Merging needs 1 approval ${BY_OTHERS} 1 approval was given before the latest changes.`],
    ],
    [
      'no user who could approve',
      { approvals_needed: 1, approvers: 0 },
      [
        `Merging needs 1 approval ${BY_OTHERS} Too few on staff are left. Invite another person, or lower the approvals, under Rules or in .lessonwright.yaml on main.`,
      ],
    ],
    [
      'an open comment',
      { open_comments: [comment], failing_tests: [] },
      ['Lesson 201, screen 3: a mandatory comment by Sam is open. Sam can approve or archive it.'],
    ],
    [
      'an open comment of someone who has left',
      { open_comments: [{ ...comment, has_left: true }], failing_tests: [] },
      ['Lesson 201, screen 3: a mandatory comment by Sam, who has left, is open. Anyone on staff can approve or archive it.'],
    ],
    [
      'failing tests',
      { open_comments: [], failing_tests: [test, { ...test, description: '' }] },
      [
        'Lesson 201, screen 3: the test “no rows” fails. Fix the screen or the test and run it again.',
        'Lesson 201, screen 3: the answer fails its own checks. Fix the screen or the test and run it again.',
      ],
    ],
    [
      'problems that prevent a deploy',
      { preflight: { ...passed, errors: 3, deploy_errors: 2 } },
      ['2 problems prevent lessons of this release from being deployed. Fix or accept each of them, or merge anyway and give a reason.'],
    ],
    ['errors that a deploy only warns of', { preflight: { ...passed, errors: 3 } }, []],
    ['a course with a hole', { broken_curricula: ['Course Loops: Lesson 3 is missing.'] }, ['Course Loops: Lesson 3 is missing.']],
    [
      'tests that must have run and never did',
      { tests: { total: 3, not_run: 1, is_required: true } },
      ['All tests must have run before the merge, but 1 of 3 tests did not. Run them with Test release.'],
    ],
    ['required tests that ran', { tests: { total: 3, not_run: 0, is_required: true } }, []],
    ['tests that never ran', { tests: { total: 3, not_run: 3, is_required: false } }, []],
  ])('%s', (_, change, texts) => {
    expect(mergeObstacles({ ...gate, ...change })).toEqual(texts);
  });

  it.each<[string, boolean, number]>([
    ['a reason to merge anyway', false, 0],
    ['no reason, where the release says that preflight must pass', true, 1],
  ])('is held up by problems of a deploy unless there is %s', (_, is_required, expected) => {
    const broken_curricula = ['Course Loops: Lesson 3 is missing.'];
    const preflight = { ...passed, errors: 2, deploy_errors: 2, is_required };
    expect(mergeObstacles({ ...gate, preflight, broken_curricula }, true)).toHaveLength(expected);
  });
});

describe('withInstallationRules', () => {
  it.each([
    ['nothing else is said', { approvals: 1, is_set: false }, null, 1],
    ['the file asks for some', { approvals: 2, is_set: true }, null, 2],
    ['the owners ask for more', { approvals: 2, is_set: true }, 3, 3],
    ['the owners ask for fewer than the file', { approvals: 2, is_set: true }, 0, 2],
    ['the owners ask for none, and the file is silent', { approvals: 1, is_set: false }, 0, 0],
  ])('needs the right number of approvals if %s', (_, file, approvals, expected) => {
    expect(withInstallationRules({ ...file, problem: null }, { approvals })).toEqual({ ...file, approvals: expected, problem: null });
  });
});
