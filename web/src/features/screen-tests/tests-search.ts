/** The state of the tests page as it stands in its address. */
export interface TestsSearch {
  /** 'failed only'. */
  failed?: true;
  /** The test that is shown beside the table. */
  test?: number;
  page?: number;
  sort?: string;
}

/** Reads an address. Whatever makes no sense there is left out. */
export function parseTestsSearch(search: Record<string, unknown>): TestsSearch {
  const found: TestsSearch = {};
  if (search['failed'] === 'true' || search['failed'] === true) found.failed = true;
  const test = Number(search['test']);
  if (Number.isInteger(test) && test > 0) found.test = test;
  const page = Number(search['page']);
  if (Number.isInteger(page) && page > 1) found.page = page;
  const { sort } = search;
  if (typeof sort === 'string' && /^-?[a-z-]+$/.test(sort)) found.sort = sort;
  return found;
}

/** The same address without one of its parts. */
export function withoutKey(search: TestsSearch, key: keyof TestsSearch): TestsSearch {
  const { [key]: _gone, ...rest } = search;
  return rest;
}
