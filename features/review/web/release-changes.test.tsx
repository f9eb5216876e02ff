import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import type { ChangedLesson, PullRequest, ReleaseChanges } from '../contract/pull-requests.ts';
import type { MergeGate } from '../merge-gate.policy.ts';
import { Checks, isMergeable } from './checks.tsx';
import { CommitsList } from './commits-list.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { NewerOnMain } from './newer-on-main.tsx';
import { Obstacles } from './obstacles.tsx';
import { IncludedChanges, NotIncluded } from './release-changes.tsx';
import { UpdateFromMain } from './update-from-main.tsx';

const LESSON = {
  folder: '201-loops',
  sequence: 201,
  title: 'Loops',
  change: 'changed',
  lesson_id: 5,
  files: 2,
  content: 'tree',
  screens: [{ folder: 'intro', number: 1, title: 'Intro', change: 'changed' }],
  parts: ['settings'],
  warnings: { errors: 1, warnings: 0, is_checked: true, failing_tests: 0, tests_not_run: 2, is_behind: false },
} as const;

const CHANGES: ReleaseChanges = {
  lessons: [
    { ...LESSON, screens: [...LESSON.screens], parts: [...LESSON.parts] },
    { ...LESSON, folder: '202-more', sequence: 202, title: 'More', lesson_id: 6, screens: [], parts: [], warnings: null },
  ],
  curricula: [
    {
      kind: 'course',
      folder: '7-tables',
      title: 'Tables',
      change: 'added',
      problems: [{ severity: 'warning', text: 'It has no lessons.' }],
    },
  ],
  other_files: 2,
  same: Array.from({ length: 12 }, (_, index) => ({ lesson_id: 20 + index, sequence: 301 + index, title: 'Same' })),
  unpushed: 1,
  is_drafts: false,
};

const PASSED = { errors: 0, deploy_errors: 0, unchecked: 0, is_required: false };
const GATE: MergeGate = {
  approvals_needed: 1,
  approvals_given: 1,
  approvals_outdated: 0,
  approvals_unknown: 0,
  approvers: 2,
  open_comments: [],
  failing_tests: [],
  tests: { total: 2, not_run: 0, is_required: false },
  preflight: PASSED,
  broken_curricula: [],
  number_clashes: [],
};
const PULL: PullRequest = {
  release_id: 1,
  release_name: 'Autumn',
  number: 1,
  title: 'Autumn',
  body: '',
  state: 'open',
  status: 'Approved',
  url: '/releases/1/pull',
  is_local: true,
  is_mergeable: true,
  conflicts: [],
  opened_by: 'Ada',
  is_own: false,
  opened_at: '2026-01-01T00:00:00Z',
  merged_by: null,
  merged_at: null,
  reviews: [],
  reviewers: [],
  is_following: false,
  commits: [],
  lessons: [],
  curricula: [],
  other_files: 0,
  unpushed: 0,
  gate: GATE,
};
const FAILING = { lesson_id: 1, lesson_sequence: 201, screen_id: 2, screen_sequence: 3, description: '' };

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

/** The items of the lists that are shown. */
async function items(shown: ReactNode): Promise<string[]> {
  await act(async () => root.render(<MantineProvider>{shown}</MantineProvider>));
  return [...place.querySelectorAll('li')].map((item) => item.textContent);
}

describe('what goes with a review', () => {
  it('names everything with its changes', async () => {
    expect(await items(<IncludedChanges changes={CHANGES} />)).toEqual([
      '201 LoopsScreen 1 changed, settings1 preflight error · 2 tests not run',
      '202 MoreGenerated files',
      'Course TablesNewIt has no lessons.',
      '2 other filesOutside of lessons, courses and paths',
    ]);
  });

  it('shows twenty lessons of many, and the others on demand', async () => {
    const [lesson] = CHANGES.lessons;
    const many = Array.from({ length: 200 }, (_, index) => ({ ...(lesson as ChangedLesson), folder: String(index), lesson_id: index }));
    const shown = await items(<IncludedChanges changes={{ lessons: many, curricula: [], other_files: 0 }} />);
    expect([shown.length, shown.at(-1)]).toEqual([21, 'and 180 more']);
    await act(async () => [...place.querySelectorAll('button')].at(-1)?.click());
    expect(place.querySelectorAll('li')).toHaveLength(200);
  });

  it('names what is not included, the first of many', async () => {
    const shown = await items(<NotIncluded changes={CHANGES} />);
    expect([shown.length, shown[0], shown.at(-1)]).toEqual([11, '301 SameUnchanged here', '2 moreUnchanged here']);
    expect(place.textContent).toContain('1 save is still being pushed');
    expect(await items(<NotIncluded changes={{ ...CHANGES, same: [], unpushed: 0 }} />)).toEqual([]);
    expect(place.querySelector('section')).toBeNull();
  });
});

describe('a lesson that main has moved on from', () => {
  it.each([
    ['is updated by staff', 'behind', false, [true, true, false]],
    ['is left to staff by external authors', 'behind', true, [true, false, true]],
    ['also of a lesson that was changed as well', 'diverged', false, [true, true, false]],
    ['is none with changes of its own', 'changed', false, [false, false, false]],
  ] as const)('%s', async (_name, main_state, external, expected) => {
    const client = new QueryClient();
    client.setQueryData(currentUserQuery.queryKey, { role: external ? 'external' : 'staff', external } as CurrentUser);
    const lesson = { release_id: 1, main_state, is_main: false, is_closed: false, is_shallow_import: false, is_own_drafts: external };
    await items(
      <QueryClientProvider client={client}>
        <NewerOnMain lesson={lesson} />
      </QueryClientProvider>,
    );
    const says = (text: string) => place.textContent.includes(text);
    const mayUpdate = place.querySelector('button')?.textContent === 'Update from main';
    expect([says('Main has a newer version of this lesson'), mayUpdate, says('Ask staff')]).toEqual(expected);
  });
});

it('calls the sides of a conflict with main by their branches: one person may have written both', async () => {
  const details = { lesson_id: 5, course_id: null, path_id: null, base: { title: 'a' }, mine: { title: 'b' }, theirs: { title: 'c' } };
  const body = { error: 'no', code: 'conflict', request_id: '1', details: { ...details, labels: {}, commit: 'a1', changed_by: 'Ada' } };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status: 409 })));
  await items(
    <QueryClientProvider client={new QueryClient()}>
      <UpdateFromMain releaseId={1} />
    </QueryClientProvider>,
  );
  await act(async () => place.querySelector('button')?.click());
  const names = () => [...document.querySelectorAll('[role="dialog"] [role="group"] button')].map(({ textContent }) => textContent);
  await untilRendered(() => expect(names()).toEqual(['Use this release', 'Use main', 'Use both']));
  vi.unstubAllGlobals();
});

it.each([
  ['closes a release', true],
  ['leaves drafts open', false],
])('says beforehand what a merge does: %s', async (_name, closes) => {
  await items(
    <QueryClientProvider client={new QueryClient()}>
      <MergeDialog pull={PULL} closes={closes} doubts={null} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const text = () => document.querySelector('[role="dialog"]')?.textContent ?? '';
  await untilRendered(() => expect(text()).toContain('into main?'));
  expect(text().includes('The release is then closed')).toBe(closes);
});

it('names what a merge publishes, also courses without lessons', async () => {
  const dialog = (pull: PullRequest) =>
    items(
      <QueryClientProvider client={new QueryClient()}>
        <MergeDialog pull={pull} closes={false} doubts={null} onClose={() => undefined} />
      </QueryClientProvider>,
    );
  const text = () => document.querySelector('[role="dialog"]')?.textContent ?? '';
  await dialog({ ...PULL, ...CHANGES });
  await untilRendered(() => expect(text()).toContain('This publishes 2 lessons, 1 course and 2 other files.'));
  for (const part of ['201 Loops', '1 preflight error · 2 tests not run', 'Course Tables']) expect(text()).toContain(part);
  await dialog({ ...PULL, curricula: CHANGES.curricula });
  await untilRendered(() => expect(text()).toContain('This publishes 1 course.'));
});

describe('a release that was merged', () => {
  it.each([
    ['is reopened to continue in it', true, true, [true, false]],
    ['is sent again once it is open', true, false, [false, true]],
    ['only says so to external authors', false, false, [false, false]],
  ] as const)('%s', async (_name, isStaff, isClosed, expected) => {
    await items(<Obstacles pull={{ ...PULL, state: 'merged' }} isStaff={isStaff} isClosed={isClosed} />);
    const says = (text: string) => place.textContent.includes(text);
    expect(says('The lessons of this release are published.')).toBe(true);
    expect([says('Reopen it to keep working'), says('Send it for review again')]).toEqual(expected);
  });
});

describe('commits', () => {
  const commits = ['c', 'b', 'a'].map((sha) => ({ sha, subject: sha, author: 'Ada', at: '2026-11-28T10:00:00.000Z' }));
  it.each([
    ['since an approval are marked', 'a', [true, true, false]],
    ['are not marked without an outdated approval', null, [false, false, false]],
    ['are not marked if the approved one is gone', 'x', [false, false, false]],
  ])('%s', async (_name, approved, marked) => {
    const shown = await items(<CommitsList commits={commits} approved={approved} />);
    expect(shown.map((text) => text.includes('since the approval'))).toEqual(marked);
  });
});

describe('checks', () => {
  it.each<[string, Partial<PullRequest>, Partial<MergeGate>, string[], boolean]>([
    [
      'all green',
      {},
      {},
      ['1 of 1 approval', 'No open mandatory comments', '2 tests passed', 'Preflight passed', 'No conflicts with main'],
      true,
    ],
    ['tests that never ran', {}, { tests: { total: 300, not_run: 287, is_required: false } }, ['287 of 300 tests not run'], true],
    ['tests that must have run', {}, { tests: { total: 300, not_run: 287, is_required: true } }, ['287 of 300 tests not run'], false],
    ['no tests at all', {}, { tests: { total: 0, not_run: 0, is_required: false } }, ['No tests'], true],
    [
      'lessons that preflight has not checked',
      {},
      { preflight: { ...PASSED, unchecked: 2 } },
      ['Preflight: 2 lessons not checked yet'],
      true,
    ],
    ['what prevents a deploy, with a reason', {}, { preflight: { ...PASSED, errors: 2, deploy_errors: 1 } }, ['Preflight: 2 errors'], true],
    ['errors that must be gone', {}, { preflight: { ...PASSED, errors: 2, is_required: true } }, ['Preflight: 2 errors'], false],
    ['no approval', {}, { approvals_given: 0 }, ['0 of 1 approval'], false],
    ['none needed', {}, { approvals_needed: 0, approvals_given: 0 }, ['No approval needed'], true],
    ['a failing test', {}, { failing_tests: [FAILING] }, ['1 failing test'], false],
    ['changes requested', { status: 'Changes requested' }, {}, ['Changes requested'], false],
    ['a conflict', { conflicts: ['a'] }, {}, ['1 conflict'], false],
    ['the code host refuses', { is_mergeable: false }, {}, ['Not mergeable on the code host'], false],
    ['a save being pushed', { unpushed: 1 }, {}, ['1 save being pushed'], true],
  ])('%s', async (_, given, gate, texts, canMerge) => {
    const pull = { ...PULL, ...given, gate: { ...GATE, ...gate } };
    expect(await items(<Checks pull={pull} gate={pull.gate} openThreads={0} />)).toEqual(expect.arrayContaining(texts));
    expect(isMergeable(pull)).toBe(canMerge);
  });

  it('counts open comments on the changes, which hold nothing up', async () => {
    expect(await items(<Checks pull={PULL} gate={GATE} openThreads={2} />)).toContain('2 open comments on the changes');
  });
});
