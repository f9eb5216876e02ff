/** The state of a table in the address of its page; what is not there is at its default. */
export interface TableSearch {
  /** A column and its direction: `name`, `-updated`. */
  sort?: string;
  /** From 1. */
  page?: number;
}

/** Reads the state of a table from an address. Whatever makes no sense there is left out: addresses are typed by people. */
export function parseTableSearch(search: Record<string, unknown>): TableSearch {
  const page = Number(search['page']);
  const { sort } = search;
  return {
    ...(typeof sort === 'string' && /^-?[a-z-]+$/.test(sort) ? { sort } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  };
}
