import { describe, expect, it } from 'vitest';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import type { MainState } from '#features/releases/main-state.policy.ts';
import { foldVersions, unfold } from './fold-versions.ts';

const row = (id: number, sequence: number, day: number, main_state: MainState, is_latest = false) =>
  ({ id, sequence, main_state, is_latest, last_updated: `2026-01-0${day}T00:00:00.000Z` }) as LessonRow;
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

const MAIN_1 = row(1, 10, 9, 'published');
const OLD = row(2, 10, 2, 'changed');
const NEW = row(3, 10, 3, 'changed', true);
const MAIN_2 = row(4, 20, 1, 'published', true);
const DRAFT = row(5, 30, 1, 'new', true);

describe('the versions of a lesson', () => {
  it('are folded into the latest, even if the published one is newer', () => {
    const folded = foldVersions([MAIN_1, OLD, NEW, MAIN_2, DRAFT]);
    expect(ids(folded.rows)).toEqual([3, 4, 5]);
    expect([...folded.others].map(([id, others]) => [id, ids(others)])).toEqual([[3, [2, 1]]]);
  });

  it('are folded into main if the others are the same or behind it, whenever they were written', () => {
    const [same, behind] = [row(6, 20, 8, 'same'), row(7, 20, 9, 'behind')];
    const folded = foldVersions([behind, same, MAIN_2]);
    expect([ids(folded.rows), ids(folded.others.get(4) ?? [])]).toEqual([[4], [6, 7]]);
    // A filter may hide main: then the best of the others is the row.
    expect(ids(foldVersions([behind, same]).rows)).toEqual([6]);
  });

  it('keep the order of the list', () => {
    expect(ids(foldVersions([DRAFT, NEW, MAIN_2, MAIN_1]).rows)).toEqual([5, 3, 4]);
  });

  it('have their own row where the others are filtered out', () => {
    expect(foldVersions([MAIN_1, MAIN_2])).toEqual({ rows: [MAIN_1, MAIN_2], others: new Map() });
  });

  it('are below their row once it is opened', () => {
    const folded = foldVersions([MAIN_1, OLD, NEW, MAIN_2]);
    expect(ids(unfold(folded.rows, folded, new Set([10, 20])))).toEqual([3, 2, 1, 4]);
    expect(unfold(folded.rows, folded, new Set())).toBe(folded.rows);
  });
});
