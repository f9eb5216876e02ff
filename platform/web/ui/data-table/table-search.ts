/** The state of a table in its page's address; missing parts have their defaults. */
export interface TableSearch {
  /** Column and direction: `name`, `-updated`. */
  sort?: string;
  /** Counted from 1. */
  page?: number;
}

/** Reads the state from an address and ignores invalid parts, since people type addresses. */
export function parseTableSearch(search: Record<string, unknown>): TableSearch {
  const page = Number(search['page']);
  const { sort } = search;
  return {
    ...(typeof sort === 'string' && /^-?[a-z-]+$/.test(sort) ? { sort } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  };
}
