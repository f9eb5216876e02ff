import { Badge, UnstyledButton } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import type { MarkedPassages } from '#platform/web/ui/code-editor/marked-passages.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { Comment } from '../../contract.ts';
import { CommentCard } from '../comment-card.tsx';
import type { Passages } from '../passage.ts';
import { passageId } from './thread-groups.ts';
import classes from './margin.module.css';

interface MarginThreadProps {
  lessonId: number;
  comment: Comment;
  passages: Passages;
  marked: MarkedPassages;
  isActive: boolean;
  isHovered: boolean;
  /** Shows the quoted words: its passage is not beside it. */
  showsQuote: boolean;
  startsReply: boolean;
}

/** A thread in the margin: in short, or with all that can be done with it while it is the active one. */
export function MarginThread({ lessonId, comment, passages, marked, isActive, isHovered, showsQuote, startsReply }: MarginThreadProps) {
  const id = passageId(comment);
  const element = useRef<HTMLDivElement>(null);

  const excerpt = useMemo(() => textOf(comment.comment_html), [comment.comment_html]);

  useEffect(() => {
    if (!marked.takeFocus(id)) return;
    const summary = element.current?.querySelector<HTMLElement>('button[aria-expanded]');
    (isActive ? element.current : summary)?.focus({ preventScroll: true });
  });

  function open() {
    marked.focusThread(id);
    marked.reveal(id);
  }
  return (
    <div
      ref={element}
      className={classes.thread}
      data-thread={id}
      data-active={isActive || undefined}
      data-hovered={isHovered || undefined}
      tabIndex={-1}
    >
      {isActive ? (
        <CommentCard lessonId={lessonId} comment={comment} passages={passages} startsReply={startsReply} />
      ) : (
        <UnstyledButton className={classes.summary ?? ''} aria-expanded={false} onClick={open}>
          <span className={classes.by}>
            <b>{comment.user.name}</b> <RelativeTime at={comment.timestamp} />
          </span>
          {showsQuote && comment.quote && <q className={classes.quoted}>{comment.quote.text}</q>}
          <span className={classes.excerpt}>{excerpt}</span>
          <Labels comment={comment} />
        </UnstyledButton>
      )}
    </div>
  );
}

function Labels({ comment: { mandatory, completed, thread } }: { comment: Comment }) {
  if (!mandatory && !completed && thread.length === 0) return null;
  return (
    <span className={classes.labels}>
      {mandatory && (
        <Badge color="error" size="sm">
          Mandatory
        </Badge>
      )}
      {completed && (
        <Badge color="success" size="sm">
          Completed
        </Badge>
      )}
      {thread.length > 0 && <span>{thread.length === 1 ? '1 reply' : `${thread.length} replies`}</span>}
    </span>
  );
}

/** The text of safe HTML. */
function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.replace(/\s+/g, ' ').trim();
}
