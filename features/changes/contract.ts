import { z } from 'zod';

/**
 * Life cycle of an acknowledged save on its way into git:
 *
 *     saved ──▶ committed ──▶ pushed
 *
 * A change never goes back. A failure on the way (a rejected push, an unreachable remote) doesn't change its state: an error
 * beside it says why it stays there.
 */
export const ChangeState = z.enum(['saved', 'committed', 'pushed']);
export type ChangeState = z.infer<typeof ChangeState>;

const NEXT: Record<ChangeState, readonly ChangeState[]> = { saved: ['committed'], committed: ['pushed'], pushed: [] };

/** Whether a change may go from one state to the other. */
export function canMoveChange(from: ChangeState, to: ChangeState): boolean {
  return NEXT[from].includes(to);
}

/** What keeps a release's saves from reaching its branch, repeated on each of its lessons, courses and paths. */
export const ReleaseErrors = z.object({
  release_id: z.number().int(),
  release_commit_error: z.string().nullable(),
  /** When its branch disappeared from the code host. */
  release_deletion_date: z.string().nullable(),
  /** Since when the release is kept here without a branch on the code host; null: it isn't. */
  release_detached_at: z.string().nullable(),
});
export type ReleaseErrors = z.infer<typeof ReleaseErrors>;

/** State of a lesson's newest change, and what holds it up (null: nothing). */
export const CommitStatus = z.object({
  state: ChangeState,
  commit_sha: z.string().nullable(),
  error: z.string().nullable(),
  at: z.string(),
});
export type CommitStatus = z.infer<typeof CommitStatus>;

declare module '#platform/contract/live.ts' {
  interface LiveEvents {
    changes:
      /** Of the topic `lesson:{id}`; null: the lesson itself. */
      | { type: 'commit-status'; screen_id: number | null; status: CommitStatus }
      /** A course or path was created, changed, deleted, committed or pushed; null: several of them. */
      | { type: 'course-changed'; course_id: number | null }
      | { type: 'path-changed'; path_id: number | null };
  }
}
