import type { ThreadPolicy } from '#features/comments/comments.policy.ts';
import type { PullComment } from './contract/pull-comments.ts';
import type { PullRequestState } from './contract/pull-requests.ts';

/** A change of the state of a thread on a pull request. */
export type PullThreadMove = 'apply' | 'resolve' | 'reopen';

/** The part of a comment that the rules need. Users may be named by their name or their id. */
interface CommentState extends Pick<PullComment, 'is_own' | 'is_pending' | 'is_outdated' | 'suggestion'> {
  readonly applied_by: string | number | null;
  readonly resolved_by: string | number | null;
}

/** Only its author; nobody once it is deleted. */
export function isOwnComment(
  actor: { readonly id: number },
  { user_id, deleted_at }: { readonly user_id: number | null; readonly deleted_at: Date | null },
): boolean {
  return user_id === actor.id && deleted_at === null;
}

/** Until its suggestion is applied: the screen then has what it says. */
export function canEditPullComment({ is_own, applied_by }: Pick<CommentState, 'is_own' | 'applied_by'>): boolean {
  return is_own && applied_by === null;
}

export function canDeletePullComment({ is_own }: Pick<CommentState, 'is_own'>): boolean {
  return is_own;
}

/** New comments, replies and applied suggestions are part of an open pull request only. */
export function canAddToPull(state: PullRequestState): boolean {
  return state === 'open';
}

/** What a user who sees a pull request may do in the thread that `first` began. */
export function pullThreadPolicy<M extends { readonly comment: CommentState }>(
  state: PullRequestState,
  first: CommentState,
): ThreadPolicy<M, PullThreadMove> {
  // Only its author sees a pending one: there is nothing to settle yet.
  const isShared = !first.is_pending;
  const moves: Record<PullThreadMove, boolean> = {
    apply: isShared && canAddToPull(state) && first.suggestion !== null && first.applied_by === null && !first.is_outdated,
    resolve: isShared && first.resolved_by === null,
    reopen: isShared && first.resolved_by !== null,
  };
  const names = ['apply', 'resolve', 'reopen'] as const;
  return {
    canReply: isShared && canAddToPull(state),
    canEdit: ({ comment }) => canEditPullComment(comment),
    canDelete: ({ comment }) => canDeletePullComment(comment),
    moves: names.filter((name) => moves[name]),
  };
}
