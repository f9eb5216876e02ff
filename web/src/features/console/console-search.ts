import type { ConsoleMethod } from '#contract/console.ts';

/** Not the contract's schema: that would be a part of the first load of every page. */
const METHODS: readonly ConsoleMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The call in the form, as it stands in the address. Payloads are too long, and may hold secrets. */
export interface ConsoleSearch {
  method?: ConsoleMethod;
  path?: string;
}

/** Reads an address. Whatever makes no sense there is left out. */
export function parseConsoleSearch(search: Record<string, unknown>): ConsoleSearch {
  const method = METHODS.find((each) => each === search['method']);
  const { path } = search;
  return { ...(method === undefined ? {} : { method }), ...(typeof path === 'string' && path !== '' ? { path } : {}) };
}
