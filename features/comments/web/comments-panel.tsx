import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Delayed } from '#platform/web/ui/delayed.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { canComment } from '../comments.policy.ts';
import { screenCommentsQuery } from './api.ts';
import { CommentCard } from './comment-card.tsx';
import { CommentFilters } from './comment-filters.tsx';
import { CommentForm } from './comment-form.tsx';
import { type CommentFilter, filterComments } from './filter-comments.ts';
import { MESSAGES } from './messages.ts';
import type { Passages } from './passage.ts';
import type { CommentDraft } from './use-comment-draft.ts';
import classes from './comments.module.css';

interface CommentsPanelProps {
  lessonId: number;
  screenId: number;
  draft: CommentDraft;
  passages: Passages;
  isShown: boolean;
  /** The comment that the address leads to; null: none. */
  linkedId: number | null;
  filters: readonly CommentFilter[];
  onFilters: (filters: CommentFilter[]) => void;
}

/** The comments of one screen: the newest first, each with its thread. */
export function CommentsPanel({ lessonId, screenId, draft, passages, isShown, linkedId, filters, onFilters }: CommentsPanelProps) {
  const user = useCurrentUser();
  const loaded = useQuery(screenCommentsQuery(lessonId, screenId));
  const comments = loaded.data ?? [];
  const filtered = filterComments(comments, filters);
  const shown = comments.filter((comment) => comment.id === linkedId || filtered.includes(comment)).toReversed();
  const isLinkedGone = linkedId !== null && loaded.isSuccess && !comments.some(({ id }) => id === linkedId);
  const mayComment = canComment(user);
  return (
    <div className={classes.panel}>
      {mayComment && <CommentForm lessonId={lessonId} draft={draft} passages={passages} isShown={isShown} />}
      {loaded.isError && <ErrorBanner text={errorText(loaded.error, MESSAGES.loadFailed)} onRetry={() => void loaded.refetch()} />}
      {isLinkedGone && <Banner kind="info">{MESSAGES.linkedGone}</Banner>}
      {loaded.isPending && (
        <Delayed>
          <Skeleton height={90} animate={false} />
        </Delayed>
      )}
      {loaded.data?.length === 0 && <EmptyState text={mayComment ? MESSAGES.noneToComment : MESSAGES.none} />}
      {comments.length > 0 && <CommentFilters filters={filters} onChange={onFilters} />}
      {comments.length > 0 && shown.length === 0 && <NoMatch onClear={() => onFilters([])} />}
      {shown.map((comment) => (
        <CommentCard
          key={comment.id}
          lessonId={lessonId}
          comment={comment}
          passages={passages}
          isLinked={isShown && comment.id === linkedId}
        />
      ))}
    </div>
  );
}

/** Every comment is filtered away. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      text={MESSAGES.noMatch}
      action={
        <Button size="compact-sm" variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}
