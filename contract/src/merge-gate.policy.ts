import { z } from 'zod';

/** Approvals that a merge needs when the content repository does not say how many. */
export const APPROVALS_DEFAULT = 1;
export const APPROVALS_MAX = 10;

/** The rules of a content repository for merging into main, from `.lessonwright.yaml` on main. */
export const MergeRules = z.object({
  /** Approvals asked for by people other than the author. */
  approvals: z.number().int(),
  /** False: the file says nothing of it, and the default holds. */
  is_set: z.boolean(),
  /** Why the file can't be used; null: nothing is wrong with it. */
  problem: z.string().nullable(),
});
export type MergeRules = z.infer<typeof MergeRules>;

/** A mandatory comment that is neither approved nor archived. */
const OpenComment = z.object({
  id: z.number().int(),
  lesson_id: z.number().int(),
  lesson_sequence: z.number().int(),
  screen_id: z.number().int(),
  screen_sequence: z.number().int(),
  /** Who wrote it. */
  by: z.string(),
  /** True: their access has ended, so that anyone on staff may settle it. */
  has_left: z.boolean(),
});
export type OpenComment = z.infer<typeof OpenComment>;

/** What a pull request has to have before it can be merged. */
export const MergeGate = z.object({
  approvals_needed: z.number().int(),
  approvals_given: z.number().int(),
  open_comments: z.array(OpenComment),
});
export type MergeGate = z.infer<typeof MergeGate>;

/**
 * How many approvals a merge needs: as many as the rules ask for, but never more than there are others to give them, and none while
 * one person is the whole staff.
 *
 * @param staff Ids of everyone on staff whose access has not ended.
 * @param author Who opened the pull request; null: someone who has no account here.
 */
export function approvalsNeeded(rules: Pick<MergeRules, 'approvals'>, staff: readonly number[], author: number | null): number {
  if (staff.length <= 1) return 0;
  return Math.min(rules.approvals, staff.filter((id) => id !== author).length);
}

/** What keeps a release from being merged, one sentence for each reason, with what to do about it; empty: nothing does. */
export function mergeObstacles(gate: MergeGate): string[] {
  const missing = gate.approvals_needed - gate.approvals_given;
  const approvals =
    missing > 0
      ? [`Merging needs ${count(missing, gate.approvals_given > 0 ? 'more approval' : 'approval')} by someone other than the author.`]
      : [];
  return [...gate.open_comments.map(openCommentText), ...approvals];
}

/** Names an open mandatory comment and who can settle it. */
export function openCommentText({ lesson_sequence, screen_sequence, by, has_left }: OpenComment): string {
  const place = `Lesson ${lesson_sequence}, screen ${screen_sequence}`;
  return has_left
    ? `${place}: a mandatory comment by ${by}, who has left, is open. Anyone on staff can approve or archive it.`
    : `${place}: a mandatory comment by ${by} is open. ${by} can approve or archive it.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
