import type { DiffSide, PullComment } from '../contract.ts';

/** A comment on the changes, with its replies. */
export interface Thread {
  readonly first: PullComment;
  readonly replies: readonly PullComment[];
}

/** Groups comments into threads, oldest first. */
export function threadsOf(comments: readonly PullComment[]): Thread[] {
  return comments
    .filter(({ reply_to }) => reply_to === null)
    .map((first) => ({ first, replies: comments.filter(({ reply_to }) => reply_to === first.id) }));
}

/** The threads on lines of one side that end within these lines. */
export function threadsAt(threads: readonly Thread[], side: DiffSide, lines: { from: number; to: number } | null): Thread[] {
  if (lines === null) return [];
  return threads.filter(
    ({ first }) => first.side === side && first.lines !== null && first.lines.to >= lines.from && first.lines.to <= lines.to,
  );
}

/** Lines of a file that are on the page. */
interface ShownLines {
  readonly before: { readonly from: number; readonly to: number } | null;
  readonly after: { readonly from: number; readonly to: number } | null;
}

/** The threads of a file that are not at any of the shown lines: those on the whole file, on changed lines, on lines that aren't shown. */
export function threadsElsewhere(threads: readonly Thread[], shown: readonly ShownLines[]): Thread[] {
  const placed = new Set(
    shown.flatMap(({ before, after }) => [...threadsAt(threads, 'before', before), ...threadsAt(threads, 'after', after)]),
  );
  return threads.filter((thread) => !placed.has(thread));
}
