import { Badge, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { use, useState } from 'react';
import { diffWords } from '#platform/content/word-diff.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { MarkdownText } from '#platform/web/ui/markdown-editor/markdown-text.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import type { PullComment } from '../contract.ts';
import { useApplySuggestion, useDeleteComment, useEditComment, useReplyToComment, useResolveComment } from './api.ts';
import { CommentInput, SuggestionInput } from './comment-inputs.tsx';
import { MESSAGES } from './messages.ts';
import { ReviewContext } from './review-context.ts';
import type { Thread } from './threads.ts';
import { Words } from './words.tsx';
import classes from './threads.module.css';

/** Threads below what they are about. */
export function Threads({ threads }: { threads: readonly Thread[] }) {
  return threads.map((thread) => <ThreadView key={thread.first.id} thread={thread} />);
}

/** A comment with its suggestion and replies. A resolved one is folded. */
function ThreadView({ thread: { first, replies } }: { thread: Thread }) {
  const { releaseId, canReply } = use(ReviewContext);
  const [isOpen, setOpen] = useState(false);
  const [isReplying, setReplying] = useState(false);
  const resolve = useResolveComment(releaseId);
  const apply = useApplySuggestion(releaseId);
  const isFolded = first.resolved_by !== null && !isOpen;
  if (isFolded) {
    return (
      <button type="button" className={classes.folded} onClick={() => setOpen(true)}>
        <IconCheck size={14} aria-hidden /> {stateText(first)} · Show the comment by {first.by}
      </button>
    );
  }
  const error = apply.isError
    ? errorText(apply.error, MESSAGES.applyFailed)
    : resolve.isError
      ? errorText(resolve.error, MESSAGES.resolveFailed)
      : null;
  return (
    // No landmark: an author may have several.
    <div role="group" className={classes.thread} aria-label={`Comment by ${first.by}`} data-pending={first.is_pending || undefined}>
      <Comment comment={first} hasReplies={replies.length > 0} />
      {replies.map((reply) => (
        <Comment key={reply.id} comment={reply} hasReplies={false} />
      ))}
      <ErrorBanner text={error} />
      {isReplying ? <ReplyForm commentId={first.id} onClose={() => setReplying(false)} /> : null}
      {first.resolved_by === null ? null : <span className={classes.state}>{stateText(first)}</span>}
      {canReply && !isReplying && !first.is_pending ? (
        <div className={classes.buttons}>
          {first.suggestion !== null && first.applied_by === null && !first.is_outdated ? (
            <Button
              size="xs"
              variant="light"
              loading={apply.isPending}
              onClick={() => apply.mutate(first.id, { onSuccess: () => showResult(MESSAGES.applied) })}
            >
              Apply suggestion
            </Button>
          ) : null}
          <Button size="xs" variant="default" onClick={() => setReplying(true)}>
            Reply
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={resolve.isPending}
            onClick={() => resolve.mutate({ id: first.id, is_resolved: first.resolved_by === null }, { onSuccess: () => setOpen(false) })}
          >
            {first.resolved_by === null ? 'Resolve' : 'Reopen'}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** What one user wrote. Its author can edit and delete it. */
function Comment({ comment, hasReplies }: { comment: PullComment; hasReplies: boolean }) {
  const { canReply } = use(ReviewContext);
  const [isEditing, setEditing] = useState(false);
  if (comment.is_deleted) {
    return (
      <div className={classes.comment}>
        <span className={classes.by}>{MESSAGES.deletedComment}</span>
      </div>
    );
  }
  if (isEditing) return <EditForm comment={comment} onClose={() => setEditing(false)} />;
  return (
    <div className={classes.comment}>
      <span className={classes.by}>
        <b>{comment.by}</b> <RelativeTime at={comment.at} />
        {comment.is_edited ? <span>edited</span> : null}
        {comment.is_pending ? (
          <Badge color="yellow" title={MESSAGES.reviewHint}>
            pending
          </Badge>
        ) : null}
        {comment.is_outdated && comment.reply_to === null ? (
          <Badge color="gray" title="The lines have changed since this comment">
            outdated
          </Badge>
        ) : null}
        {comment.is_own && (canReply || comment.is_pending) ? (
          <OwnActions comment={comment} hasReplies={hasReplies} onEdit={() => setEditing(true)} />
        ) : null}
      </span>
      {comment.quote === '' ? null : <blockquote className={classes.quote}>{comment.quote}</blockquote>}
      {comment.is_outdated && comment.reply_to === null && comment.quote === '' && comment.suggestion === null ? (
        <pre className={classes.quote}>{comment.source}</pre>
      ) : null}
      {comment.text === '' ? null : <MarkdownText source={comment.text} />}
      {comment.suggestion === null ? null : <Suggestion comment={comment} suggestion={comment.suggestion} />}
    </div>
  );
}

interface OwnActionsProps {
  comment: PullComment;
  hasReplies: boolean;
  onEdit: () => void;
}

function OwnActions({ comment, hasReplies, onEdit }: OwnActionsProps) {
  const { releaseId } = use(ReviewContext);
  const [isAsking, setAsking] = useState(false);
  const deletion = useDeleteComment(releaseId);
  return (
    <span className={classes.own}>
      {comment.applied_by === null ? (
        <Button size="compact-xs" variant="subtle" onClick={onEdit}>
          Edit
        </Button>
      ) : null}
      <Button size="compact-xs" variant="subtle" color="red" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete comment"
        text={hasReplies ? MESSAGES.confirmDeleteFirst : MESSAGES.confirmDelete}
        confirmLabel="Delete comment"
        isDanger
        isBusy={deletion.isPending}
        error={deletion.isError ? errorText(deletion.error, MESSAGES.deleteFailed) : null}
        onConfirm={() => deletion.mutate(comment.id, { onSuccess: () => setAsking(false) })}
        onClose={() => {
          setAsking(false);
          deletion.reset();
        }}
      />
    </span>
  );
}

/** Changes a comment, and what it suggests. */
function EditForm({ comment, onClose }: { comment: PullComment; onClose: () => void }) {
  const { releaseId } = use(ReviewContext);
  const [text, setText] = useState(comment.text);
  const [suggestion, setSuggestion] = useState(comment.suggestion);
  const edit = useEditComment(releaseId);
  return (
    <form
      className={classes.form}
      aria-label="Edit comment"
      onSubmit={(event) => {
        event.preventDefault();
        edit.mutate({ id: comment.id, text: text.trim(), suggestion }, { onSuccess: onClose });
      }}
    >
      <CommentInput label="Comment" value={text} onChange={setText} />
      {suggestion === null ? null : <SuggestionInput value={suggestion} onChange={setSuggestion} />}
      <ErrorBanner text={edit.isError ? errorText(edit.error, MESSAGES.editFailed) : null} />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" variant="light" loading={edit.isPending} disabled={text.trim() === '' && suggestion === null}>
          Save
        </Button>
        <Button size="xs" variant="subtle" color="gray" disabled={edit.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The commented lines and what they should become, with changed words marked. */
function Suggestion({ comment, suggestion }: { comment: PullComment; suggestion: string }) {
  const words = diffWords(comment.source, suggestion);
  return (
    <div className={classes.suggestion} role="group" aria-label="Suggested change">
      <pre data-kind="removed">
        <Words runs={words} side="before" />
      </pre>
      <pre data-kind="added">{suggestion === '' ? <i>{MESSAGES.removesLines}</i> : <Words runs={words} side="after" />}</pre>
    </div>
  );
}

function stateText({ applied_by, resolved_by }: PullComment): string {
  return applied_by === null ? `Resolved by ${resolved_by}` : `Applied by ${applied_by}`;
}

function ReplyForm({ commentId, onClose }: { commentId: number; onClose: () => void }) {
  const { releaseId } = use(ReviewContext);
  const [text, setText] = useState('');
  const reply = useReplyToComment(releaseId);
  return (
    <form
      className={classes.form}
      aria-label="Reply"
      onSubmit={(event) => {
        event.preventDefault();
        reply.mutate({ id: commentId, text: text.trim() }, { onSuccess: onClose });
      }}
    >
      <CommentInput label="Reply" value={text} onChange={setText} />
      <ErrorBanner text={reply.isError ? errorText(reply.error, MESSAGES.commentFailed) : null} />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" variant="light" loading={reply.isPending} disabled={text.trim() === ''}>
          Reply
        </Button>
        <Button size="xs" variant="subtle" color="gray" disabled={reply.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
