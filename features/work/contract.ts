import { z } from 'zod';
import { StageName } from '#features/planning/contract.ts';
import { route } from '#platform/contract/route.ts';

/**
 * Why something waits for a member of the team.
 * - `write`: a lesson that they own, and that isn't ready. `review-lesson`: one whose reviewer they are.
 * - `review`: they are asked to review a pull request. `unassigned`: nobody is.
 * - `changes`, `approved`: their own pull request, which has this verdict.
 * - `comment`: an open comment on a lesson that they own. `completed`: one of theirs, for them to approve.
 * - `proposal`: a change of a lesson that they own, for them to accept or decline.
 * - `mention`: a comment names them, and they haven't read it.
 */
export const WorkReason = z.enum([
  'write',
  'review-lesson',
  'review',
  'unassigned',
  'changes',
  'approved',
  'comment',
  'completed',
  'proposal',
  'mention',
]);
export type WorkReason = z.infer<typeof WorkReason>;

export const WorkItem = z.object({
  why: WorkReason,
  /** The lesson or pull request. */
  title: z.string(),
  /** The release that it is in. */
  release: z.string(),
  /** The number of the screen; null: not about a screen. */
  screen: z.number().int().nullable(),
  /** Who asks, reviewed or wrote; null: nobody does. */
  by: z.string().nullable(),
  /** The beginning of what they wrote. */
  excerpt: z.string().nullable(),
  /** When it began to wait; null for lessons. */
  since: z.string().nullable(),
  /** Of lessons. */
  due: z.string().nullable(),
  stage: StageName.nullable(),
  /** The page that shows it, from the root of the product. */
  address: z.string(),
});
export type WorkItem = z.infer<typeof WorkItem>;

export const workRoutes = {
  listWork: route({
    method: 'GET',
    path: '/api/work',
    summary: 'Returns what waits for you: lessons that you own or review, pull requests, comments and mentions',
    access: 'staff',
    reply: z.array(WorkItem),
  }),
};
