import { parseTableSearch, type TableSearch } from '#platform/web/ui/data-table/table-state.ts';

/** The state of the datasets list in its address; missing parts have their defaults. */
export interface DatasetsSearch extends TableSearch {
  /** The filter chip 'hide archived' is off. */
  archived?: 'shown';
  /** The New Dataset dialog is open. */
  add?: true;
}

/** Reads the state from an address and ignores invalid parts. */
export function parseDatasetsSearch(search: Record<string, unknown>): DatasetsSearch {
  return {
    ...(search['archived'] === 'shown' ? { archived: 'shown' as const } : {}),
    ...(search['add'] === true || search['add'] === 'true' ? { add: true as const } : {}),
    ...parseTableSearch(search),
  };
}
