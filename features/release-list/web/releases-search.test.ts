import { describe, expect, it } from 'vitest';
import { openReleases, parseReleasesSearch, withOpen, withoutKeys } from './releases-search.ts';

describe('the address of the releases page', () => {
  it.each([
    [{}, {}],
    [
      { q: 'spring', open: '3,7', sort: '-branch', size: '25', page: '2', add: 'true', state: 'review' },
      { q: 'spring', open: '3,7', sort: '-branch', size: 25, page: 2, add: true, state: 'review' },
    ],
    [{ q: '', open: '', sort: '--', size: '7', page: '0', add: 'yes', state: 'toString' }, {}],
    [{ open: '3,3,x,-1,0,7' }, { open: '3,7' }],
    [{ open: 5 }, { open: '5' }],
    [{ q: 4, sort: 5 }, {}],
  ])('%j reads as %j', (search, found) => {
    expect(parseReleasesSearch(search)).toEqual(found);
  });

  it('expands and collapses a release', () => {
    const one = withOpen({ q: 'a' }, 3, true);
    expect(one).toEqual({ q: 'a', open: '3' });
    const two = withOpen(one, 7, true);
    expect([...openReleases(two)]).toEqual([3, 7]);
    expect(withOpen(two, 3, false)).toEqual({ q: 'a', open: '7' });
    expect(withOpen(one, 3, false)).toEqual({ q: 'a' });
  });

  it('drops only the named parts', () => {
    expect(withoutKeys({ q: 'a', page: 2, add: true }, 'page', 'add')).toEqual({ q: 'a' });
  });
});
