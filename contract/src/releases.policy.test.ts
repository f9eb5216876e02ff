import { describe, expect, it } from 'vitest';
import type { ReviewStatus } from './pull-requests.ts';
import { isMergedRelease, targetReleases } from './releases.policy.ts';

const release = (id: number, status: ReviewStatus | null = null, is_drafts = false) => ({
  id,
  is_main: id === 1,
  is_drafts,
  pull_request: status && { url: '', status },
});
const RELEASES = [release(1), release(2), release(3, 'In review'), release(4, 'Merged'), release(5, 'Merged', true)];

it.each([
  ['no pull request', release(2), false],
  ['an open pull request', release(2, 'Approved'), false],
  ['a merged one', release(2, 'Merged'), true],
  ['drafts with a merged one', release(2, 'Merged', true), false],
])('a release with %s is merged: %j', (_name, given, expected) => {
  expect(isMergedRelease(given)).toBe(expected);
});

describe('the releases that lessons can be put into', () => {
  it.each<[string, Parameters<typeof targetReleases>[1], number[]]>([
    ['are neither main nor merged', {}, [2, 3, 5]],
    ['include merged ones if asked for', { hasMerged: true }, [2, 3, 4, 5]],
    ['leave out where they are', { except: 3 }, [2, 5]],
  ])('%s', (_name, options, ids) => {
    expect(targetReleases(RELEASES, options).map(({ id }) => id)).toEqual(ids);
  });
});
