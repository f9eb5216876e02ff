import { describe, expect, it } from 'vitest';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { groupByRelease, releaseProblems, releaseWork, stateOf, toRows } from './release-rows.ts';
import { filterReleases } from './releases-table.tsx';

function release(id: number, change: Partial<Release> = {}): Release {
  return {
    id,
    name: `Release ${id}`,
    version_major: `branch-${id}`,
    version_minor: 'abcdef0123',
    is_main: false,
    is_closed: false,
    sequence: id,
    pull_request: null,
    commit_status: null,
    commit_error: null,
    detached_at: null,
    preflight_required: false,
    model_allowed: false,
    deletion_date: null,
    is_drafts: false,
    drafts_of: null,
    lesson_count: 0,
    ...change,
  };
}

function lesson(id: number, release_id: number, sequence: number): LessonRow {
  return {
    id,
    sequence,
    release_id,
    type: 'mission',
    is_assessment: false,
    title: `Lesson ${sequence}`,
    author: 'Ada',
    language: 'python',
    has_runner: true,
    release_name: `Release ${release_id}`,
    release_status: 'Modified',
    main_state: 'changed',
    review_status: null,
    is_main: false,
    is_closed: false,
    is_own_drafts: false,
    is_latest: true,
    is_shallow_import: false,
    last_updated: '2026-01-02T03:04:05Z',
    revision: 1,
    owner: null,
    reviewer: null,
    due: null,
    stage: null,
  };
}

const lessons = groupByRelease([lesson(11, 1, 102), lesson(12, 2, 7), lesson(13, 1, 9)]);
const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);

describe('the rows of the releases table', () => {
  it('are the releases and, below an expanded one, its lessons by number', () => {
    expect(ids(toRows([release(1), release(2)], new Set([1]), lessons))).toEqual(['release-1', 'lesson-13', 'lesson-11', 'release-2']);
  });

  it.each([
    ['loading', false, 'Loading the lessons…'],
    ['failed', true, 'Couldn’t load the lessons.'],
    [new Map(), false, 'No lessons yet. Import some from its branch.'],
  ] as const)('say in words where the lessons are not known (%s)', (known, isProblem, text) => {
    expect(toRows([release(1)], new Set([1]), known)).toEqual([
      expect.objectContaining({ id: 'release-1' }),
      { kind: 'note', id: 'note-1', text, isProblem },
    ]);
  });

  it('show the problem of an expanded release before its lessons', () => {
    const held = release(1, { deletion_date: '2026-11-02T10:00:00Z', commit_error: 'It is down.' });
    expect(ids(toRows([held], new Set([1]), lessons))).toEqual(['release-1', 'problem-1-0', 'problem-1-1', 'lesson-13', 'lesson-11']);
    expect(releaseProblems(held)).toEqual(['The branch was deleted on the code host on Nov 2, 2026.', 'It is down.']);
    expect(releaseProblems({ ...held, detached_at: '2026-11-03T10:00:00Z' })).toEqual([]);
  });
});

describe('stateOf', () => {
  const pull = (status: 'In review' | 'Changes requested' | 'Merged' | 'Closed') => ({ pull_request: { url: '/', status } });
  it.each([
    [{}, 'open'],
    [pull('In review'), 'review'],
    [pull('Changes requested'), 'review'],
    [pull('Closed'), 'open'],
    [{ ...pull('Merged'), is_closed: true }, 'merged'],
    [{ is_main: true }, null],
  ] as const)('of %o is %s', (change, state) => expect(stateOf(release(1, change))).toBe(state));
});

describe('releaseWork', () => {
  it('counts what is ahead of main, and finds its last edit', () => {
    const [one, two, three] = [lesson(1, 1, 1), lesson(2, 1, 2), lesson(3, 1, 3)];
    const later = { ...two, last_updated: '2026-01-05T00:00:00Z' };
    const behind = { ...three, main_state: 'behind', last_updated: '2026-01-09T00:00:00Z' } as const;
    expect(releaseWork([one, later, behind])).toEqual({ changed: 2, lessons: 3, edited: '2026-01-05T00:00:00Z' });
    expect(releaseWork([behind])).toEqual({ changed: 0, lessons: 1, edited: null });
  });
});

it.each([
  [[], [1, 2, 3]],
  [['branch-2'], [2]],
  [['release', 'spring'], [3]],
  [['abcdef'], [1, 2, 3]],
  [['approved'], [2]],
  [['nowhere'], []],
])('the words %j find the releases %j', (words, found) => {
  const releases = [
    release(1),
    release(2, { pull_request: { url: '/releases/2/pull', status: 'Approved' } }),
    release(3, { name: 'Release of spring' }),
  ];
  expect(filterReleases(releases, words).map(({ id }) => id)).toEqual(found);
});
