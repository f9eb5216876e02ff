import { parsePaging } from '#platform/web/ui/data-table/table-state.ts';

/** Which releases are listed. */
export const RELEASE_STATES = { open: 'Open', review: 'In review', merged: 'Merged' } as const;
export type ReleaseState = keyof typeof RELEASE_STATES;

/** The state of the releases page in its address; missing parts have their defaults. */
export interface ReleasesSearch {
  q?: string;
  /** Only these; absent: all. */
  state?: ReleaseState;
  /** Ids of the expanded releases: `3,7`. */
  open?: string;
  sort?: string;
  page?: number;
  /** Releases per page; missing: all. */
  size?: number;
  /** Add Release is open. */
  add?: true;
}

/** Reads the state from an address and ignores invalid parts: people type and share addresses. */
export function parseReleasesSearch(search: Record<string, unknown>): ReleasesSearch {
  const found: ReleasesSearch = {};
  const { q, open, sort, add, state } = search;
  if (typeof q === 'string' && q !== '') found.q = q;
  if (typeof state === 'string' && Object.hasOwn(RELEASE_STATES, state)) found.state = state as ReleaseState;
  const ids = openReleases({ open: typeof open === 'number' ? String(open) : typeof open === 'string' ? open : '' });
  if (ids.size > 0) found.open = [...ids].join(',');
  if (typeof sort === 'string' && /^-?[a-z]+$/.test(sort)) found.sort = sort;
  if (add === true || add === 'true') found.add = true;
  return { ...found, ...parsePaging(search) };
}

/** The expanded releases. */
export function openReleases({ open = '' }: Pick<ReleasesSearch, 'open'>): ReadonlySet<number> {
  return new Set(
    open
      .split(',')
      .filter((part) => /^[1-9]\d{0,9}$/.test(part))
      .map(Number),
  );
}

/** The same address with a release expanded or collapsed. */
export function withOpen(search: ReleasesSearch, id: number, isOpen: boolean): ReleasesSearch {
  const ids = new Set(openReleases(search));
  if (isOpen) ids.add(id);
  else ids.delete(id);
  const { open: _open, ...rest } = search;
  return ids.size === 0 ? rest : { ...rest, open: [...ids].join(',') };
}

/** The same address without some of its parts. */
export function withoutKeys(search: ReleasesSearch, ...keys: (keyof ReleasesSearch)[]): ReleasesSearch {
  return Object.fromEntries(Object.entries(search).filter(([key]) => !keys.some((gone) => gone === key)));
}
