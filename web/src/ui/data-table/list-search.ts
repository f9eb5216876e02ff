import { parseTableSearch, type TableSearch } from './table-search.ts';

/** The state of a list with a search box in the address of its page; what is not there is at its default. */
export interface ListSearch extends TableSearch {
  q?: string;
  /** A dialog of the page is open. */
  add?: 'new' | 'import';
}

/** Reads an address. Whatever makes no sense there is left out. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  const { q, add } = search;
  return {
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(add === 'new' || add === 'import' ? { add } : {}),
    ...parseTableSearch(search),
  };
}
