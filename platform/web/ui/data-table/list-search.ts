import { parseTableSearch, type TableSearch } from './table-search.ts';

/** The state of a list with a search box in its page's address; missing parts have their defaults. */
export interface ListSearch extends TableSearch {
  q?: string;
  /** A dialog of the page is open. */
  add?: 'new' | 'import';
}

/** Reads the state from an address and ignores invalid parts. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  const { q, add } = search;
  return {
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(add === 'new' || add === 'import' ? { add } : {}),
    ...parseTableSearch(search),
  };
}
