import { parseTableSearch, type TableSearch } from '#platform/web/ui/data-table/table-state.ts';

/** The state of the tests page in its address. */
export interface TestsSearch extends TableSearch {
  /** 'failed only'. */
  failed?: true;
  /** The open test. */
  test?: number;
}

/** Reads the state from an address and ignores invalid parts. */
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
