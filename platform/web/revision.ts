/** What edits began from: the revision of a row, the hash of a file; null for a thing that has neither. */
export type Revision = number | string | null;

/** The earlier of two revisions. Hashes have no order: then it is that of the draft, which is never newer than the server. */
export function earlierRevision(known: Revision, kept: Revision): Revision {
  return typeof known === 'number' && typeof kept === 'number' ? Math.min(known, kept) : kept;
}
