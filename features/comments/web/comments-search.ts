/** The comment filters in the address, separated by commas. */
export interface CommentsSearch {
  /** `completed`, `waiting`. */
  only?: string;
  /** In lower case. */
  tags?: string;
  /** The comment that a link leads to. */
  comment?: number;
}

/** Parses an address; invalid parts are ignored. */
export function parseCommentsSearch(search: Record<string, unknown>): CommentsSearch {
  const found: CommentsSearch = {};
  for (const name of ['only', 'tags'] as const) {
    const value = search[name];
    if (typeof value === 'string' && /^[a-z,-]{1,200}$/.test(value)) found[name] = value;
  }
  const comment = Number(search['comment']);
  if (Number.isInteger(comment) && comment > 0) found.comment = comment;
  return found;
}
