import { expect, it } from 'vitest';
import { markScreens } from './outline-marks.ts';

const FAILED = { status: 'Done', test_result: { test_passes: false } } as never;

it('marks screens by their comments, tests, drafts and commits', () => {
  const marks = markScreens({
    comments: [
      { screen_id: 1, approved: false },
      { screen_id: 1, approved: true },
      { screen_id: 1, approved: false },
    ],
    tests: [{ ...(FAILED as object), screen_id: 2 } as never],
    kept: new Set([3]),
    unsavedId: 1,
  });
  const pushed = { state: 'pushed' } as never;
  expect(marks({ id: 1, commit_status: pushed })).toEqual({ isUnsaved: true, isOnItsWay: false, hasFailedTest: false, openComments: 2 });
  expect(marks({ id: 2, commit_status: { state: 'saved' } as never })).toMatchObject({ isOnItsWay: true, hasFailedTest: true });
  expect(marks({ id: 3, commit_status: null })).toEqual({ isUnsaved: true, isOnItsWay: false, hasFailedTest: false, openComments: 0 });
});
