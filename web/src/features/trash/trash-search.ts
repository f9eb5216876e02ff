/** The state of the trash page as it stands in its address. */
export interface TrashSearch {
  q?: string;
}

/** Reads an address; what makes no sense is left out. */
export function parseTrashSearch(search: Record<string, unknown>): TrashSearch {
  return typeof search['q'] === 'string' && search['q'] !== '' ? { q: search['q'] } : {};
}
