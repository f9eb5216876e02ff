import type { LinesAnchor, Thread, ThreadMessage } from '#features/comments/web/thread/thread.ts';
import type { PullComment } from '../contract/pull-comments.ts';
import type { DiffSide, LineRange } from '../contract/pull-diffs.ts';

/** What a user wrote in a thread on the changes. */
export interface PullMessage extends ThreadMessage {
  /** As the server sent it: the policy reads it. */
  readonly comment: PullComment;
}

/** A comment on the changes, with its replies. */
export type PullThread = Thread<LinesAnchor, PullMessage>;

/** Groups comments into threads, oldest first. */
export function threadsOf(comments: readonly PullComment[]): PullThread[] {
  const replies = Map.groupBy(comments, ({ reply_to }) => reply_to);
  return (replies.get(null) ?? []).map((first) => ({
    anchor: anchorOf(first),
    first: messageOf(first),
    replies: (replies.get(first.id) ?? []).map(messageOf),
  }));
}

function anchorOf({ path, side, lines, quote, source, is_outdated: isOutdated }: PullComment): LinesAnchor {
  return { kind: 'lines', path, side, lines, quote, source, isOutdated };
}

function messageOf(comment: PullComment): PullMessage {
  const { id, by, at, text, suggestion, is_edited: isEdited, is_pending: isPending, is_deleted: isDeleted } = comment;
  return { id, by, at, text, html: null, suggestion, isEdited, isPending, isDeleted, comment };
}

/** What is about lines of a file: a thread, or a comment that is being written. */
type AtLines = Pick<LinesAnchor, 'side' | 'lines'>;

/** Whether something is about lines of one side that end within these. */
export function isAt({ side, lines: own }: AtLines, shown: DiffSide, lines: LineRange | null): boolean {
  return side === shown && own !== null && lines !== null && own.to >= lines.from && own.to <= lines.to;
}

/** The threads on lines of one side that end within these lines. */
export function threadsAt(threads: readonly PullThread[], side: DiffSide, lines: LineRange | null): PullThread[] {
  return threads.filter(({ anchor }) => isAt(anchor, side, lines));
}

/** Lines of a file that are on the page. */
export interface ShownLines {
  readonly before: LineRange | null;
  readonly after: LineRange | null;
}

/** Whether something is at none of the shown lines: it is about the whole file, or about changed or hidden lines. */
export function isElsewhere(about: AtLines, shown: readonly ShownLines[]): boolean {
  return !shown.some(({ before, after }) => isAt(about, 'before', before) || isAt(about, 'after', after));
}
