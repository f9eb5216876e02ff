import { describe, expect, it } from 'vitest';
import { DueDate } from './contract.ts';
import { canBeDue, currentPlanning, dayOf, DUE_OUTSIDE, isOverdue, type Planning } from './planning.policy.ts';

const plan: Planning = { owner: 'ada@example.org', reviewer: null, due: '2026-12-01', stage: 'writing' };
const finished = { ...plan, due: null, stage: null };

describe('what is planned of a version', () => {
  it.each<[string, Parameters<typeof currentPlanning>[1], Planning]>([
    ['stays while nothing is published', null, plan],
    ['is finished in the published lesson, apart from its people', { ...plan, id: 1 }, finished],
    ['is finished in a copy that still has what was published', { ...plan, id: 2 }, finished],
    ['is new with another due date', { ...plan, id: 2, due: '2026-11-01' }, plan],
    ['is new with another stage', { ...plan, id: 2, stage: 'ready' }, plan],
    ['is new when the published lesson has no plan', { id: null, due: null, stage: null }, plan],
  ])('%s', (_, main, expected) => expect(currentPlanning({ ...plan, id: 1 }, main)).toEqual(expected));
});

it.each([
  ['the day after', { due: '2026-11-30', stage: 'writing', is_closed: false }, true],
  ['without a stage', { due: '2025-01-31', stage: null, is_closed: false }, true],
  ['not on the day itself', { due: '2026-12-01', stage: 'writing', is_closed: false }, false],
  ['not once it is ready', { due: '2026-11-30', stage: 'ready', is_closed: false }, false],
  ['not in a merged release', { due: '2026-11-30', stage: 'writing', is_closed: true }, false],
  ['never without a due date', { due: null, stage: 'writing', is_closed: false }, false],
] as const)('work is late: %s', (_, work, expected) => expect(isOverdue(work, '2026-12-01')).toBe(expected));

it.each([
  ['0000-01-01', false],
  ['1999-12-31', false],
  ['2000-01-01', true],
  ['2100-12-31', true],
  ['2101-01-01', false],
  ['9999-12-31', false],
])('%s can be a due date: %s', (day, isGood) => {
  expect(canBeDue(day)).toBe(isGood);
  expect(DueDate.safeParse(day).error?.issues[0]?.message).toBe(isGood ? undefined : DUE_OUTSIDE);
});

it('names the day with leading zeros', () => expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05'));
