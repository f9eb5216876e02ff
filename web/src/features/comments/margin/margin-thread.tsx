import { Badge, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Comment } from '#contract/comments.ts';
import type { MarkedPassages } from '#web/ui/code-editor/marked-passages.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { CommentCard } from '../comment-card.tsx';
import type { Passages } from '../passage.ts';
import classes from './margin.module.css';
import { passageId } from './thread-groups.ts';

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

  const returns = useRef(false);

  useEffect(() => {
    if (isActive && marked.takeFocus(id)) element.current?.focus({ preventScroll: true });
    if (isActive || !returns.current) return;
    returns.current = false;
    element.current?.querySelector('button')?.focus({ preventScroll: true });
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
      onMouseEnter={() => marked.hover(id)}
      onMouseLeave={() => marked.hover(null)}
      onKeyDown={(event) => {
        // A field of the thread keeps what is typed in it when it loses the focus.
        if (event.key !== 'Escape' || !isActive) return;
        event.stopPropagation();
        returns.current = true;
        marked.activate(null);
      }}
    >
      {isActive ? (
        <CommentCard lessonId={lessonId} comment={comment} passages={passages} startsReply={startsReply} />
      ) : (
        <UnstyledButton
          className={classes.summary ?? ''}
          aria-expanded={false}
          onClick={open}
          onFocus={() => marked.hover(id)}
          onBlur={() => marked.hover(null)}
        >
          <span className={classes.by}>
            <b>{comment.user.name}</b> <RelativeTime at={comment.timestamp} />
          </span>
          {showsQuote && comment.quote && <q className={classes.quoted}>{comment.quote.text}</q>}
          <span className={classes.excerpt}>{textOf(comment.comment_html)}</span>
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
        <Badge color="red" size="sm">
          Mandatory
        </Badge>
      )}
      {completed && (
        <Badge color="blue" size="sm">
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
