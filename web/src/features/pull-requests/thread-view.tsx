import { Badge, Button, Textarea } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { use, useState } from 'react';
import { PULL_COMMENT_MAX, type PullComment } from '#contract/pull-requests.ts';
import { diffWords } from '#content/word-diff.ts';
import { errorText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { MarkdownText } from '#web/ui/markdown-editor/markdown-text.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { showResult } from '#web/ui/toast.ts';
import { useApplySuggestion, useReplyToComment, useResolveComment } from './api.ts';
import { MESSAGES } from './messages.ts';
import { ReviewContext } from './review-context.ts';
import type { Thread } from './threads.ts';
import classes from './threads.module.css';
import { Words } from './words.tsx';

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
    <section className={classes.thread} aria-label={`Comment by ${first.by}`}>
      <Comment comment={first} />
      {first.suggestion === null ? null : <Suggestion comment={first} suggestion={first.suggestion} />}
      {replies.map((reply) => (
        <Comment key={reply.id} comment={reply} />
      ))}
      <ErrorBanner text={error} />
      {isReplying ? <ReplyForm commentId={first.id} onClose={() => setReplying(false)} /> : null}
      {first.resolved_by === null ? null : <span className={classes.state}>{stateText(first)}</span>}
      {canReply && !isReplying ? (
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
    </section>
  );
}

function Comment({ comment }: { comment: PullComment }) {
  return (
    <div className={classes.comment}>
      <span className={classes.by}>
        <b>{comment.by}</b> <RelativeTime at={comment.at} />
        {comment.is_outdated && comment.reply_to === null ? (
          <Badge color="gray" title="The lines have changed since this comment">
            outdated
          </Badge>
        ) : null}
      </span>
      {comment.quote === '' ? null : <blockquote className={classes.quote}>{comment.quote}</blockquote>}
      {comment.is_outdated && comment.reply_to === null && comment.quote === '' && comment.suggestion === null ? (
        <pre className={classes.quote}>{comment.source}</pre>
      ) : null}
      {comment.text === '' ? null : <MarkdownText source={comment.text} />}
    </div>
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
      <Textarea
        aria-label="Reply"
        placeholder="Markdown"
        autosize
        autoFocus
        minRows={2}
        maxRows={12}
        maxLength={PULL_COMMENT_MAX.text}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
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
