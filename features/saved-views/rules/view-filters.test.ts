import { describe, expect, it } from 'vitest';
import { areSameFilters, viewAddress, viewFilters } from './view-filters.ts';

describe('viewFilters', () => {
  it.each([
    [{}, {}],
    [
      { q: 'loops', mine: true, release: 7, view: 'board', sort: '-due', size: 50 },
      { q: 'loops', mine: 'true', release: '7', view: 'board', sort: '-due', size: '50' },
    ],
    [{ page: 3, open: '12,14', add: 'new', owner: undefined, q: '' }, {}],
  ])('of %o is %o', (search, expected) => expect(viewFilters(search)).toEqual(expected));
});

describe('areSameFilters', () => {
  it.each([
    [{}, {}, true],
    [{ q: 'a', mine: 'true' }, { mine: 'true', q: 'a' }, true],
    [{ q: 'a' }, { q: 'b' }, false],
    [{ q: 'a' }, { q: 'a', mine: 'true' }, false],
    [{ q: 'a' }, { sort: 'a' }, false],
  ])('of %o and %o is %s', (one, other, expected) => expect(areSameFilters(one, other)).toBe(expected));
});

describe('viewAddress', () => {
  it.each([
    ['/', {}, '/'],
    ['/', { q: 'a&b=c #1', owner: 'bo@example.org' }, '/?q=a%26b%3Dc+%231&owner=bo%40example.org'],
  ])('of %s with %o is %s', (path, filters, expected) => expect(viewAddress(path, filters)).toBe(expected));
});
