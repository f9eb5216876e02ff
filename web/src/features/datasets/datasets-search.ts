/** The state of the datasets list as it stands in its address; what is not there is at its default. */
export interface DatasetsSearch {
  /** The filter chip 'hide archived' is off. */
  archived?: 'shown';
  /** `name`, `-updated`. */
  sort?: string;
  page?: number;
  /** The dialog New Dataset is open. */
  add?: true;
}

/** Reads an address. Whatever makes no sense there is left out. */
export function parseDatasetsSearch(search: Record<string, unknown>): DatasetsSearch {
  return {
    ...(search['archived'] === 'shown' ? { archived: 'shown' as const } : {}),
    ...(search['add'] === true || search['add'] === 'true' ? { add: true as const } : {}),
    ...parseVersionsSearch(search),
  };
}

/** The state of the version history in its address. */
export interface VersionsSearch {
  sort?: string;
  page?: number;
}

/** Reads an address. Whatever makes no sense there is left out. */
export function parseVersionsSearch(search: Record<string, unknown>): VersionsSearch {
  const page = Number(search['page']);
  const { sort } = search;
  return {
    ...(typeof sort === 'string' && /^-?[a-z-]+$/.test(sort) ? { sort } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  };
}
