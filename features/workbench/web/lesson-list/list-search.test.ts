import { describe, expect, it } from 'vitest';
import { isFiltered, openNumbers, parseLessonsSearch, withoutFilters, withToggledNumber } from './list-search.ts';

describe('the address of the lessons list', () => {
  it.each([
    [{}, {}],
    [{ q: 'rows' }, { q: 'rows' }],
    [{ q: '' }, {}],
    [{ q: ['a'] }, {}],
    [{ only: 'lesson' }, { only: 'lesson' }],
    [{ only: 'all' }, {}],
    [
      { mine: 'true', unpublished: true },
      { mine: true, unpublished: true },
    ],
    [{ mine: 'false', unpublished: '1' }, {}],
    [
      { status: 'Behind main', release: '12', language: 'r' },
      { status: 'Behind main', release: 12, language: 'r' },
    ],
    [{ status: 'Old', release: '0', language: 'cobol' }, {}],
    [{ release: '1e3', language: 'none' }, { language: 'none' }],
    [{ language: 'toString' }, {}],
    [
      { late: 'true', owner: 'Ada@example.org', author: 'Ada' },
      { late: true, owner: 'ada@example.org', author: 'Ada' },
    ],
    [{ late: '1', owner: '' }, {}],
    [{ view: 'board' }, { view: 'board' }],
    [{ view: 'cards' }, {}],
    [{ open: '12,14' }, { open: '12,14' }],
    [{ open: '12,a' }, {}],
    [{ sort: '-updated' }, { sort: '-updated' }],
    [{ sort: 'a b' }, {}],
    [
      { size: '25', page: '3' },
      { size: 25, page: 3 },
    ],
    [{ size: '26' }, {}],
    [{ page: '1' }, {}],
    [{ page: '-2' }, {}],
    [{ page: '1.5' }, {}],
    [{ page: 'many', unknown: 'x' }, {}],
  ])('%j is read as %j', (search, expected) => {
    expect(parseLessonsSearch(search)).toEqual(expected);
  });

  it('is read the same again', () => {
    const once = parseLessonsSearch({ q: '12', only: 'assessment', mine: 'true', sort: 'title', size: '8', page: '2' });
    expect(parseLessonsSearch({ ...once })).toEqual(once);
  });
});

describe('clearing filters', () => {
  it.each([
    [{}, false],
    [{ sort: 'title', size: 8, page: 2 }, false],
    [{ q: 'a' }, true],
    [{ only: 'lesson' as const }, true],
    [{ mine: true as const }, true],
    [{ unpublished: true as const }, true],
    [{ status: 'Behind main' as const }, true],
    [{ release: 3 }, true],
    [{ language: 'none' as const }, true],
  ])('%j hides rows: %s', (search, expected) => {
    expect(isFiltered(search)).toBe(expected);
  });

  it('keeps what hides nothing', () => {
    const shown = { view: 'board', sort: '-title', size: 25, open: '12' } as const;
    expect(withoutFilters({ q: 'a', only: 'lesson', mine: true, page: 4, ...shown })).toEqual(shown);
  });

  it('names the numbers that are unfolded, which hides nothing', () => {
    const once = withToggledNumber({ sort: 'title' }, 12);
    expect(once).toEqual({ sort: 'title', open: '12' });
    expect(isFiltered(once)).toBe(false);
    const both = withToggledNumber(once, 14);
    expect([...openNumbers(both.open)]).toEqual([12, 14]);
    expect(withToggledNumber(withToggledNumber(both, 12), 14)).toEqual({ sort: 'title' });
  });
});
