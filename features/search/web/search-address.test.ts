import { describe, expect, it } from 'vitest';
import { parseSearchAddress, queryOf, valuesOf, withOption, withValues } from './search-address.ts';

const ADDRESS = {
  q: 'a, b|c',
  regex: true,
  case: true,
  kinds: 'text,answer',
  languages: 'python,none',
  types: 'code',
  authors: 'Ada, Countess|Grace',
  releases: '3,4',
  statuses: 'Modified',
  lessons: '7',
} as const;

describe('an address', () => {
  it('stays the same, and has a query', () => {
    const query = queryOf(ADDRESS);
    expect(query).toMatchObject({
      text: 'a, b|c',
      mode: 'regex',
      match_case: true,
      whole_word: false,
      authors: ['Ada, Countess', 'Grace'],
    });
    expect(parseSearchAddress(ADDRESS)).toEqual(ADDRESS);
  });

  it('loses what it does not know', () => {
    expect(
      parseSearchAddress({ q: 'a', kinds: 'text,nothing', releases: '0,-1,x,9999999999', regex: '1', types: 7, word: 'true' }),
    ).toEqual({
      q: 'a',
      kinds: 'text',
      word: true,
    });
    expect(queryOf(parseSearchAddress({ kinds: 'text' }))).toBeNull();
  });

  it('changes by one filter or option', () => {
    expect(withValues(ADDRESS, 'kinds', [])).not.toHaveProperty('kinds');
    expect(valuesOf(withValues(ADDRESS, 'authors', ['A', 'B']), 'authors')).toEqual(['A', 'B']);
    expect(withOption(withOption({}, 'word', true), 'word', false)).toEqual({});
  });
});
