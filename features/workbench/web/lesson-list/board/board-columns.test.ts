import { expect, it } from 'vitest';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { boardColumns } from './board-columns.ts';

const row = (sequence: number, change: Partial<LessonRow> = {}) =>
  ({ sequence, is_main: false, is_closed: false, main_state: 'changed', due: null, stage: null, ...change }) as LessonRow;

it('has the lessons that somebody works on by stage, the next due date first', () => {
  const rows = [
    row(1),
    row(2, { stage: 'writing' }),
    row(3, { stage: 'writing', due: '2026-12-31' }),
    row(4, { stage: 'writing', due: '2026-12-01' }),
    row(5, { main_state: 'same' }),
    row(6, { main_state: 'same', stage: 'ready' }),
    row(7, { is_main: true, main_state: 'published' }),
    row(8, { is_closed: true }),
  ];
  expect(boardColumns(rows).map(({ label, lessons }) => [label, lessons.map(({ sequence }) => sequence)])).toEqual([
    ['No stage', [1]],
    ['Planned', []],
    ['Writing', [4, 3, 2]],
    ['Reviewing', []],
    ['Ready', [6]],
  ]);
});
