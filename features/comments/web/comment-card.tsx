import { Badge } from '@mantine/core';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { type CommentMove, commentPolicy } from '../comments.policy.ts';
import type { Comment } from '../contract.ts';
import { useArchiveComment, useMoveComment, useReply } from './api.ts';
import { threadOf } from './lesson-thread.ts';
import { MESSAGES } from './messages.ts';
import type { Passages } from './passage.ts';
import { QuotedPassage } from './quoted-passage.tsx';
import { lessonPeopleQuery } from './thread/people.ts';
import type { ThreadMove } from './thread/thread-buttons.tsx';
import { ThreadCard } from './thread/thread-card.tsx';
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

/** The thread of a comment on a screen. */
export function CommentCard({ lessonId, comment, passages, startsReply = false, isLinked = false }: CommentCardProps) {
  const user = useCurrentUser();
  const { mutateAsync: reply } = useReply(lessonId, comment.id);
  const { mutateAsync: move } = useMoveComment(lessonId, comment.id);
  const { mutateAsync: archive } = useArchiveComment(lessonId, comment.id);
  const thread = threadOf(comment);
  const { anchor } = thread;
  const moves: Record<CommentMove, Omit<ThreadMove, 'name'>> = {
    complete: { label: 'Complete', look: 'light', failed: MESSAGES.completeFailed, run: () => move('complete') },
    approve: { label: 'Approve', look: 'filled', failed: MESSAGES.approveFailed, run: () => move('approve') },
    reopen: { label: 'Reopen', look: 'light', failed: MESSAGES.reopenFailed, run: () => move('reopen') },
    archive: {
      label: 'Archive',
      look: 'subtle',
      failed: MESSAGES.archiveFailed,
      question: { title: 'Archive the comment', text: MESSAGES.archiveQuestion },
      run: () => archive(),
    },
  };
  return (
    <ThreadCard
      thread={thread}
      policy={commentPolicy(user, comment)}
      moves={moves}
      onReply={reply}
      kind="reply"
      people={lessonPeopleQuery(lessonId)}
      labels={
        <>
          {comment.is_from_learner && <Badge color="comment">From a learner</Badge>}
          {comment.is_author_gone && !comment.is_from_learner && <Badge color="draft">Has left</Badge>}
          <CommentState comment={comment} />
        </>
      }
      about={
        <>
          <CommentLabels tags={comment.tags} isMandatory={comment.mandatory} />
          {anchor && <QuotedPassage quote={anchor.quote} isDetached={anchor.isDetached} passages={passages} />}
        </>
      }
      isSettled={comment.approved}
      startsReply={startsReply}
      isLinked={isLinked}
    />
  );
}

/** As text and as a colour. */
function CommentState({ comment }: { comment: Comment }) {
  if (comment.approved) return <Badge color="success">Approved</Badge>;
  return comment.completed ? <Badge color="changed">Completed</Badge> : null;
}

/** The tags of a comment, and whether it is mandatory. */
export function CommentLabels({ tags, isMandatory }: { tags: readonly string[]; isMandatory: boolean }) {
  if (tags.length === 0 && !isMandatory) return null;
  return (
    <ul className={classes.labels} aria-label="Tags">
      {isMandatory && (
        <li>
          <Badge color="error">Mandatory</Badge>
        </li>
      )}
      {tags.map((tag) => (
        <li key={tag}>
          <Badge color="draft">{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}
