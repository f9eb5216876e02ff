import { describe, expect, it } from 'vitest';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { filterLessons, SearchableLessons } from './filter-lessons.ts';

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
    main_state: 'published',
    review_status: null,
    is_main: true,
    is_closed: false,
    is_own_drafts: false,
    is_latest: true,
    is_shallow_import: false,
    last_updated: '2026-01-01T00:00:00Z',
    revision: 1,
    owner: null,
    reviewer: null,
    due: null,
    stage: null,
    ...change,
  };
}

const rows = [
  row({ id: 1, sequence: 12 }),
  row({ id: 2, sequence: 112, title: 'Ünïcode ROWS', author: 'Grace Hopper', main_state: 'changed' }),
  row({ id: 3, sequence: 7, type: 'assessment', is_assessment: true, title: 'Exam' }),
  row({ id: 4, sequence: 8, type: 'project', title: 'Rows, a project', main_state: 'same', owner: 'ada@example.org', due: '2026-11-30' }),
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
    const searchable = new SearchableLessons(rows, [title, number, author]);
    expect(filterLessons(searchable, words, {}, 'Ada Lovelace').map((each) => each.id)).toEqual(ids);
  });

  it('looks only into the columns that are shown', () => {
    expect(filterLessons(new SearchableLessons(rows, [title, number]), ['grace'], {}, '')).toEqual([]);
  });

  it('finds nothing across two columns', () => {
    expect(filterLessons(new SearchableLessons(rows, [number, title]), ['12filtering'], {}, '')).toEqual([]);
  });
});

describe('rows that are prepared', () => {
  it('are put together in pieces, each once, and found as before', () => {
    const read: number[] = [];
    const watched = (each: LessonRow) => {
      read.push(each.id);
      return each.title;
    };
    const searchable = new SearchableLessons(rows, [watched]);
    let left = 2;
    expect(searchable.prepare(() => left-- > 0)).toBe(false);
    expect(read).toEqual([1, 2]);
    expect(searchable.prepare(() => true)).toBe(true);
    expect(filterLessons(searchable, ['rows'], {}, '').map((each) => each.id)).toEqual([1, 2, 4]);
    expect(read).toEqual([1, 2, 3, 4]);
  });

  it('are not read where nothing is sought', () => {
    const unread = () => {
      throw new Error('read');
    };
    expect(filterLessons(new SearchableLessons(rows, [unread]), [], { mine: true }, 'Grace Hopper')).toHaveLength(1);
  });
});

describe('the filters', () => {
  it.each([
    [{}, [1, 2, 3, 4]],
    [{ only: 'lesson' }, [1, 2]],
    [{ only: 'assessment' }, [3]],
    [{ mine: true }, [2]],
    [{ unpublished: true }, [2]],
    [{ only: 'lesson', mine: true, unpublished: true }, [2]],
    [{ only: 'assessment', mine: true }, []],
    [{ status: 'Same as main' }, [4]],
    [{ release: 1, status: 'Published' }, [1, 3]],
    [{ release: 2 }, []],
    [{ language: 'python' }, [1, 2, 3, 4]],
    [{ language: 'none' }, []],
    [{ late: true }, [4]],
    [{ owners: new Set(['ada@example.org', 'ben@example.org']) }, [4]],
    [{ owners: new Set(['none']) }, [1, 2, 3]],
    [{ author: 'Grace Hopper' }, [2]],
  ] as const)('%j', (filters, ids) => {
    expect(filterLessons(new SearchableLessons(rows, []), [], filters, 'Grace Hopper', '2026-12-01').map((each) => each.id)).toEqual(ids);
  });
});
