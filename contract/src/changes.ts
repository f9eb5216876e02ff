import { z } from 'zod';

/**
 * Life cycle of an acknowledged save on its way into git (product §4):
 *
 *     saved ──▶ committed ──▶ pushed
 *
 * A change never goes back. Trouble on the way (a refused push, a remote that is down) is told beside the state,
 * not by it: the change keeps its state and the error says why it stays there.
 */
export const ChangeState = z.enum(['saved', 'committed', 'pushed']);
export type ChangeState = z.infer<typeof ChangeState>;

const NEXT: Record<ChangeState, readonly ChangeState[]> = { saved: ['committed'], committed: ['pushed'], pushed: [] };

/** True when a change may go from one state to the other. */
export function canMoveChange(from: ChangeState, to: ChangeState): boolean {
  return NEXT[from].includes(to);
}

/** What keeps the saves of a release from its branch, as each lesson, course and path of it tells. */
export const HeldRelease = z.object({
  release_id: z.number().int(),
  release_commit_error: z.string().nullable(),
  /** Since when its branch is gone on the code host. */
  release_deletion_date: z.string().nullable(),
  /** Since when the release is kept here without its branch on the code host; null: it is not. */
  release_detached_at: z.string().nullable(),
});
export type HeldRelease = z.infer<typeof HeldRelease>;

/** Where the newest change of a lesson stands, and what holds it up (null: nothing). */
export const CommitStatus = z.object({
  state: ChangeState,
  commit_sha: z.string().nullable(),
  error: z.string().nullable(),
  at: z.string(),
});
export type CommitStatus = z.infer<typeof CommitStatus>;
