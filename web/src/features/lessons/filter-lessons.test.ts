import { describe, expect, it } from 'vitest';
import type { LessonRow } from '#contract/lessons.ts';
import { filterLessons, makeSearchable } from './filter-lessons.ts';

function row(change: Partial<LessonRow>): LessonRow {
  return {
    id: 1,
    sequence: 1,
    type: 'mission',
    is_assessment: false,
    title: 'Filtering rows',
    author: 'Ada Lovelace',
    language: 'python',
    has_runner: true,
    release_id: 1,
    release_name: 'main',
    release_status: 'Published',
    review_status: null,
    is_main: true,
    is_own_drafts: false,
    is_latest: true,
    is_shallow_import: false,
    last_updated: '2026-01-01T00:00:00Z',
    revision: 1,
    ...change,
  };
}

const rows = [
  row({ id: 1, sequence: 12 }),
  row({ id: 2, sequence: 112, title: 'Ünïcode ROWS', author: 'Grace Hopper', release_status: 'Modified' }),
  row({ id: 3, sequence: 7, type: 'assessment', is_assessment: true, title: 'Exam' }),
  row({ id: 4, sequence: 8, type: 'project', title: 'Rows, a project', release_status: 'Unmodified' }),
];
const title = (each: LessonRow) => each.title;
const number = (each: LessonRow) => String(each.sequence);
const author = (each: LessonRow) => each.author;

describe('searching lessons', () => {
  it.each([
    [[], [1, 2, 3, 4]],
    [['rows'], [1, 2, 4]],
    [['ünï'], [2]],
    [
      ['rows', '12'],
      [1, 2],
    ],
    [['rows', 'grace'], [2]],
    [['rows12'], []],
    [['nothing'], []],
  ])('%j', (words, ids) => {
    const searchable = makeSearchable(rows, [title, number, author]);
    expect(filterLessons(searchable, words, {}, 'Ada Lovelace').map((each) => each.id)).toEqual(ids);
  });

  it('looks only into the columns that are shown', () => {
    expect(filterLessons(makeSearchable(rows, [title, number]), ['grace'], {}, '')).toEqual([]);
  });

  it('finds nothing across two columns', () => {
    expect(filterLessons(makeSearchable(rows, [number, title]), ['12filtering'], {}, '')).toEqual([]);
  });
});

describe('the four filters', () => {
  it.each([
    [{}, [1, 2, 3, 4]],
    [{ only: 'lesson' }, [1, 2]],
    [{ only: 'assessment' }, [3]],
    [{ mine: true }, [2]],
    [{ unpublished: true }, [2, 4]],
    [{ only: 'lesson', mine: true, unpublished: true }, [2]],
    [{ only: 'assessment', mine: true }, []],
  ] as const)('%j', (filters, ids) => {
    expect(filterLessons(makeSearchable(rows, []), [], filters, 'Grace Hopper').map((each) => each.id)).toEqual(ids);
  });
});
