import { parseTableSearch, type TableSearch } from '#web/ui/data-table/table-search.ts';

/** The state of the tests page as it stands in its address. */
export interface TestsSearch extends TableSearch {
  /** 'failed only'. */
  failed?: true;
  /** The test that is shown beside the table. */
  test?: number;
}

/** Reads an address. Whatever makes no sense there is left out. */
export function parseTestsSearch(search: Record<string, unknown>): TestsSearch {
  const found: TestsSearch = {};
  if (search['failed'] === 'true' || search['failed'] === true) found.failed = true;
  const test = Number(search['test']);
  if (Number.isInteger(test) && test > 0) found.test = test;
  return { ...found, ...parseTableSearch(search) };
}

/** The same address without one of its parts. */
export function withoutKey(search: TestsSearch, key: keyof TestsSearch): TestsSearch {
  const { [key]: _gone, ...rest } = search;
  return rest;
}
