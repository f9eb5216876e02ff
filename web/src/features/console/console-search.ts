import { ConsoleMethod } from '#contract/console.ts';

/** The call in the form, as it stands in the address. Payloads are too long, and may hold secrets. */
export interface ConsoleSearch {
  method?: ConsoleMethod;
  path?: string;
}

/** Reads an address. Whatever makes no sense there is left out. */
export function parseConsoleSearch(search: Record<string, unknown>): ConsoleSearch {
  const method = ConsoleMethod.safeParse(search['method']).data;
  const { path } = search;
  return { ...(method === undefined ? {} : { method }), ...(typeof path === 'string' && path !== '' ? { path } : {}) };
}
