import type { ConsoleMethod } from '../../contract/console.ts';

/** Not the contract's schema: it would add to the first load of every page. */
const METHODS: readonly ConsoleMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The call in the form, stored in the address. Payloads are left out: they are long and may contain secrets. */
export interface ConsoleSearch {
  method?: ConsoleMethod;
  path?: string;
}

/** Reads a call from an address and ignores invalid parts. */
export function parseConsoleSearch(search: Record<string, unknown>): ConsoleSearch {
  const method = METHODS.find((each) => each === search['method']);
  const { path } = search;
  return { ...(method === undefined ? {} : { method }), ...(typeof path === 'string' && path !== '' ? { path } : {}) };
}
