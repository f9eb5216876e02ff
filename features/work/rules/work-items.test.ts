import { describe, expect, it } from 'vitest';
import type { WorkItem } from '../contract.ts';
import { groupWork, waitsForOwner, waitsForReviewer } from './work-items.ts';

const [ADA, BEN] = ['ada@example.org', 'ben@example.org'];
const version: Parameters<typeof waitsForOwner>[0] = {
  owner: ADA,
  reviewer: BEN,
  due: null,
  stage: null,
  release_id: 1,
  is_main: false,
  is_closed: false,
  main_state: 'changed',
  review_status: null,
};

describe('a lesson waits for its owner', () => {
  it.each<[string, Partial<typeof version>, boolean]>([
    ['once it is changed', {}, true],
    ['if it is new', { main_state: 'new' }, true],
    ['if it is the same as main, but planned', { main_state: 'same', due: '2026-12-01' }, true],
    ['not if it only came along with others', { main_state: 'same' }, false],
    ['not when it is ready', { stage: 'ready' }, false],
    ['not when it is published', { is_main: true, main_state: 'published' }, false],
    ['not in a merged release', { is_closed: true }, false],
    ['not if somebody else owns it', { owner: BEN }, false],
  ])('%s', (_, change, expected) => expect(waitsForOwner({ ...version, ...change }, ADA)).toBe(expected));
});

describe('a lesson waits for its reviewer', () => {
  it.each<[string, Partial<typeof version>, boolean]>([
    ['at that stage', { stage: 'reviewing' }, true],
    ['in review', { review_status: 'In review' }, true],
    ['not while it is written', { stage: 'writing' }, false],
    ['not if they are asked for the whole release', { stage: 'reviewing', release_id: 2 }, false],
    ['not if somebody else reviews it', { stage: 'reviewing', reviewer: ADA }, false],
  ])('%s', (_, change, expected) => expect(waitsForReviewer({ ...version, ...change }, BEN, new Set([2]))).toBe(expected));
});

it('begins with what is late, then with what others wait for, the longest first', () => {
  const item = (title: string, facts: Partial<WorkItem>): WorkItem => ({
    why: 'write',
    title,
    release: '',
    screen: null,
    by: null,
    excerpt: null,
    since: null,
    due: null,
    stage: null,
    address: '/',
    ...facts,
  });
  const { late, waiting, lessons } = groupWork(
    [
      item('some day', {}),
      item('this week', { due: '2026-12-03' }),
      item('asked today', { since: '2026-12-01T08:00:00Z' }),
      item('late', { due: '2026-11-30' }),
      item('asked before', { since: '2026-11-30T08:00:00Z' }),
      item('today', { due: '2026-12-01' }),
      item('very late', { due: '2026-11-01', stage: 'reviewing' }),
    ],
    '2026-12-01',
  );
  expect([late, waiting, lessons].map((items) => items.map(({ title }) => title))).toEqual([
    ['very late', 'late'],
    ['asked before', 'asked today'],
    ['today', 'this week', 'some day'],
  ]);
});
