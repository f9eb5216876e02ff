import type { Comment } from '../../contract.ts';

/** The threads of a screen as the margin shows them. */
export interface ThreadGroups {
  /** At the lines of the open text. */
  beside: Comment[];
  /** Their passage is no longer in its text. */
  changed: Comment[];
  /** Not about a passage. */
  wholeScreen: Comment[];
  /** On passages of other texts, by field. */
  elsewhere: { field: string; comments: Comment[] }[];
}

/**
 * Sorts the comments that are not approved into groups. An approved one is left out unless it is active: then its thread stays until
 * another one is opened.
 *
 * @param field The text that is open; null: none that can have passages.
 * @param isGone Whether the passage of a comment is missing in the text as it is on the page.
 */
export function groupThreads(
  comments: readonly Comment[],
  field: string | null,
  active: string | null,
  isGone: (comment: Comment) => boolean,
): ThreadGroups {
  const open = comments.filter((comment) => !comment.approved || passageId(comment) === active);
  const [quoting, wholeScreen] = [open.filter(({ quote }) => quote !== null), open.filter(({ quote }) => quote === null)];
  const changed = quoting.filter((comment) => isGone(comment));
  const found = quoting.filter((comment) => !changed.includes(comment));
  const others = Map.groupBy(
    found.filter(({ quote }) => quote?.field !== field),
    ({ quote }) => quote?.field ?? '',
  );
  return {
    beside: found.filter(({ quote }) => quote?.field === field),
    changed,
    wholeScreen,
    elsewhere: [...others].map(([name, each]) => ({ field: name, comments: each })),
  };
}

/** The passage of a comment among those that are marked on the page. */
export function passageId({ id }: Pick<Comment, 'id'>): string {
  return `comment-${id}`;
}

/** The passage of the comment that is being written. */
export const DRAFT_PASSAGE = 'comment-draft';
