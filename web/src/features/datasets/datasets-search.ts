import { parseTableSearch, type TableSearch } from '#web/ui/data-table/table-search.ts';

/** The state of the datasets list as it stands in its address; what is not there is at its default. */
export interface DatasetsSearch extends TableSearch {
  /** The filter chip 'hide archived' is off. */
  archived?: 'shown';
  /** The dialog New Dataset is open. */
  add?: true;
}

/** Reads an address. Whatever makes no sense there is left out. */
export function parseDatasetsSearch(search: Record<string, unknown>): DatasetsSearch {
  return {
    ...(search['archived'] === 'shown' ? { archived: 'shown' as const } : {}),
    ...(search['add'] === true || search['add'] === 'true' ? { add: true as const } : {}),
    ...parseTableSearch(search),
  };
}
