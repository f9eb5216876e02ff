import { parseTableSearch, type TableSearch } from '#platform/web/ui/data-table/table-state.ts';

/** The state of the page in its address. */
export interface TrustSearch extends TableSearch {
  /** The id of the open screen. */
  screen?: number;
}

/** Reads the state from an address and ignores invalid parts. */
export function parseTrustSearch(search: Record<string, unknown>): TrustSearch {
  const screen = Number(search['screen']);
  return { ...(Number.isInteger(screen) && screen > 0 ? { screen } : {}), ...parseTableSearch(search) };
}
