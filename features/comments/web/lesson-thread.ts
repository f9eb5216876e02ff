import type { Comment, CommentMessage } from '../contract.ts';
import type { PassageAnchor, Thread, ThreadMessage } from './thread/thread.ts';

/** A comment on a screen as a thread. */
export function threadOf(comment: Comment): Thread<PassageAnchor | null> {
  const { id, user, timestamp, comment: text, comment_html: html, quote, is_detached: isDetached } = comment;
  return {
    anchor: quote && { kind: 'passage', quote, isDetached },
    first: { ...PLAIN, id, by: user.name, at: timestamp, text, html },
    replies: comment.thread.map(messageOf),
  };
}

function messageOf({ id, user, timestamp, message, message_html: html }: CommentMessage): ThreadMessage {
  return { ...PLAIN, id, by: user.name, at: timestamp, text: message, html };
}

/** What comments on screens don't have. */
const PLAIN = { suggestion: null, isEdited: false, isPending: false, isDeleted: false } as const;
