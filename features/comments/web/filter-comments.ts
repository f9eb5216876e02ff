import { COMMENT_TAGS, type Comment, type CommentTag } from '../contract.ts';
import type { CommentsSearch } from './comments-search.ts';

/** As the specification words them. */
export const STATE_FILTERS = ['Completed only', 'Waiting for approval'] as const;
type StateFilter = (typeof STATE_FILTERS)[number];
/** A comment filter: a state or a tag. */
export type CommentFilter = StateFilter | CommentTag;

const STATES: Readonly<Record<StateFilter, { word: string; holds: (comment: Comment) => boolean }>> = {
  'Completed only': { word: 'completed', holds: ({ completed }) => completed },
  'Waiting for approval': { word: 'waiting', holds: ({ completed, approved }) => completed && !approved },
};

/** Those that are in every chosen state and have one of the chosen tags, in their order. */
export function filterComments(comments: readonly Comment[], filters: readonly CommentFilter[]): Comment[] {
  const states = STATE_FILTERS.filter((state) => filters.includes(state));
  const tags = COMMENT_TAGS.filter((tag) => filters.includes(tag));
  return comments.filter(
    (comment) =>
      states.every((state) => STATES[state].holds(comment)) && (tags.length === 0 || tags.some((tag) => comment.tags.includes(tag))),
  );
}

/** The filters that an address names; unknown ones are left out. */
export function filtersOf({ only = '', tags = '' }: CommentsSearch): CommentFilter[] {
  const [states, names] = [only.split(','), tags.split(',')];
  return [
    ...STATE_FILTERS.filter((state) => states.includes(STATES[state].word)),
    ...COMMENT_TAGS.filter((tag) => names.includes(tag.toLowerCase())),
  ];
}

/** The address of these filters. */
export function searchOf(filters: readonly CommentFilter[]): CommentsSearch {
  const only = STATE_FILTERS.filter((state) => filters.includes(state)).map((state) => STATES[state].word);
  const tags = COMMENT_TAGS.filter((tag) => filters.includes(tag)).map((tag) => tag.toLowerCase());
  return { ...(only.length > 0 && { only: only.join(',') }), ...(tags.length > 0 && { tags: tags.join(',') }) };
}
