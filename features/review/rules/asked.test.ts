import { expect, it } from 'vitest';
import type { PullRequest } from '../contract/pull-requests.ts';
import { askableGroups, fromValues, listAsked, toValues } from './asked.ts';

it('offers the groups in which somebody can be asked', () => {
  const group = (id: number, ...ids: number[]) => ({ id, name: `Group ${id}`, members: ids.map((member) => ({ id: member })) });
  expect(askableGroups([group(1, 5, 6, 7), group(2, 7), group(3)], [{ id: 5 }, { id: 6 }])).toEqual([{ id: 1, name: 'Group 1', count: 2 }]);
});

it('keeps a choice of people and groups in one list, apart from equal numbers', () => {
  const asking = { reviewers: [3, 4], groups: [3] };
  expect(fromValues(toValues(asking))).toEqual(asking);
});

it('lists those of a group who have not answered as the group', () => {
  const team = { id: 1, name: 'Data team' };
  const reviewer = (id: number, group: typeof team | null, verdict: 'approve' | null): PullRequest['reviewers'][number] => ({
    id,
    name: `P${id}`,
    asked_at: '2026-11-30T08:00:00Z',
    verdict,
    is_own: false,
    group,
  });
  const [alone, answered] = [reviewer(1, null, null), reviewer(2, team, 'approve')];
  expect(listAsked([alone, answered, reviewer(3, team, null), reviewer(4, team, null)])).toEqual({
    groups: [{ ...team, asked_at: '2026-11-30T08:00:00Z', names: ['P3', 'P4'] }],
    people: [alone, answered],
  });
});
