/**
 * A stretch is an author's automatic saves of one lesson without a pause between them. It becomes one commit and one entry in the history.
 *
 *     waiting ──▶ over: no save for PAUSE_MS · LONGEST_MS since the first · the author saves by hand, or leaves the lesson ·
 *                 anyone saves something else of the lesson · a review, a merge, an export or Sync needs the commit
 *
 * Every save is a change in the queue from its own transaction on, so a crash loses none. Only the commit waits.
 */

/** A stretch is over when its author has saved nothing for this long, in milliseconds. */
export const PAUSE_MS = 60_000;
/** The longest stretch, in milliseconds: work without a pause is committed this often. */
export const LONGEST_MS = 10 * 60_000;

/** The saves of a stretch so far. */
interface Stretch {
  readonly first: Date;
  readonly last: Date;
}

/** Whether a save at `now` belongs to the stretch, which therefore waits. */
export function isOpenStretch({ first, last }: Stretch, now: Date): boolean {
  return now.getTime() - last.getTime() < PAUSE_MS && now.getTime() - first.getTime() < LONGEST_MS;
}
