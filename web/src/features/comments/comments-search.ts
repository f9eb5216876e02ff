/** What the address of the comments page says: the filters of A §9, by comma. */
export interface CommentsSearch {
  /** `completed`, `waiting`. */
  only?: string;
  /** In lower case. */
  tags?: string;
}

/** Reads an address; what makes no sense is left out. */
export function parseCommentsSearch(search: Record<string, unknown>): CommentsSearch {
  const found: CommentsSearch = {};
  for (const name of ['only', 'tags'] as const) {
    const value = search[name];
    if (typeof value === 'string' && /^[a-z,-]{1,200}$/.test(value)) found[name] = value;
  }
  return found;
}
