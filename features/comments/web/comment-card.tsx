import { Badge } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { draftKey } from '#platform/web/drafts.ts';
import { RenderedHtml } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { useStore } from '#platform/web/use-store.ts';
import type { Comment } from '../contract.ts';
import { useReply } from './api.ts';
import { CommentActions } from './comment-actions.tsx';
import type { Passages } from './passage.ts';
import { QuotedPassage } from './quoted-passage.tsx';
import { ReplyForm } from './reply-form.tsx';
import { useDraftForm } from './use-draft-form.ts';
import classes from './comments.module.css';

interface CommentCardProps {
  lessonId: number;
  comment: Comment;
  passages: Passages;
  /** Begins a reply as soon as it is true. */
  startsReply?: boolean;
  /** The address leads to this comment: it is scrolled to and gets the focus. */
  isLinked?: boolean;
}

/** A comment with its passage, its thread, and what can be done with it. */
export function CommentCard({ lessonId, comment, passages, startsReply = false, isLinked = false }: CommentCardProps) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.focus({ preventScroll: true });
  }, [isLinked]);
  const user = useCurrentUser();
  const { mutateAsync: sendReply } = useReply(lessonId, comment.id);
  const reply = useDraftForm(draftKey(user.id, 'reply', comment.id), { message: '' }, ({ message }) => sendReply(message));
  const { message } = useStore(reply).fields;
  const [isOpen, setOpen] = useState(false);
  const [hasStarted, setStarted] = useState(false);
  if (startsReply && !hasStarted) {
    setStarted(true);
    setOpen(true);
  }
  // A reply that was begun before a reload is restored.
  if (message !== '' && !isOpen) setOpen(true);

  function close() {
    setOpen(false);
    reply.discard();
  }
  return (
    <article
      ref={card}
      tabIndex={isLinked ? -1 : undefined}
      className={classes.card}
      data-approved={comment.approved || undefined}
      data-linked={isLinked || undefined}
      aria-label={`Comment of ${comment.user.name}`}
    >
      <Said by={comment.user.name} at={comment.timestamp}>
        {comment.is_author_gone && <Badge color="gray">Has left</Badge>}
        <CommentState comment={comment} />
      </Said>
      <CommentLabels tags={comment.tags} isMandatory={comment.mandatory} />
      {comment.quote && <QuotedPassage quote={comment.quote} isDetached={comment.is_detached} passages={passages} />}
      <RenderedHtml html={comment.comment_html} className={classes.prose} keepsPage />
      {comment.thread.length > 0 && (
        <ol className={classes.thread} aria-label="Replies">
          {comment.thread.map(({ id, user: author, timestamp, message_html: html }) => (
            <li key={id}>
              <Said by={author.name} at={timestamp} />
              <RenderedHtml html={html} className={classes.prose} keepsPage />
            </li>
          ))}
        </ol>
      )}
      {isOpen && <ReplyForm lessonId={lessonId} author={comment.user.name} reply={reply} onDone={close} />}
      <CommentActions lessonId={lessonId} comment={comment} isReplying={isOpen} onReply={() => setOpen(true)} />
    </article>
  );
}

function Said({ by, at, children }: { by: string; at: string; children?: ReactNode }) {
  return (
    <div className={classes.said}>
      <b>{by}</b>
      <RelativeTime at={at} />
      {children}
    </div>
  );
}

/** As text and as a colour. */
function CommentState({ comment }: { comment: Comment }) {
  if (comment.approved) return <Badge color="green">Approved</Badge>;
  return comment.completed ? <Badge color="blue">Completed</Badge> : null;
}

/** The tags of a comment, and whether it is mandatory. */
export function CommentLabels({ tags, isMandatory }: { tags: readonly string[]; isMandatory: boolean }) {
  if (tags.length === 0 && !isMandatory) return null;
  return (
    <ul className={classes.labels} aria-label="Tags">
      {isMandatory && (
        <li>
          <Badge color="red">Mandatory</Badge>
        </li>
      )}
      {tags.map((tag) => (
        <li key={tag}>
          <Badge color="gray">{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}
