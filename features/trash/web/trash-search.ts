/** The state of the trash page in its address. */
export interface TrashSearch {
  q?: string;
}

/** Reads the state from an address and ignores invalid parts. */
export function parseTrashSearch(search: Record<string, unknown>): TrashSearch {
  return typeof search['q'] === 'string' && search['q'] !== '' ? { q: search['q'] } : {};
}
