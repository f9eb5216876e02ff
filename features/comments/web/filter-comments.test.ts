import { describe, expect, it } from 'vitest';
import { NO_HTML } from '#platform/content/safe-html.ts';
import type { Comment } from '../contract.ts';
import { parseCommentsSearch } from './comments-search.ts';
import { type CommentFilter, filterComments, filtersOf, searchOf } from './filter-comments.ts';

const comment = (id: number, state: Partial<Comment>): Comment => ({
  id,
  user: { id: 1, name: 'Ada' },
  is_from_learner: false,
  is_author_gone: false,
  comment: '',
  comment_html: NO_HTML,
  tags: [],
  mandatory: false,
  completed: false,
  approved: false,
  accepted: false,
  archived: false,
  timestamp: '2026-01-01T00:00:00.000Z',
  screen_id: 1,
  sequence: 1,
  thread: [],
  quote: null,
  is_detached: false,
  ...state,
});

const comments = [
  comment(1, { tags: ['Learn'] }),
  comment(2, { tags: ['Hint', 'Other'], completed: true }),
  comment(3, { tags: ['Learn'], completed: true, approved: true, accepted: true }),
];

describe('the filters of comments', () => {
  it.each<[CommentFilter[], number[]]>([
    [[], [1, 2, 3]],
    [['Completed only'], [2, 3]],
    [['Waiting for approval'], [2]],
    [['Completed only', 'Waiting for approval'], [2]],
    [['Learn'], [1, 3]],
    [
      ['Learn', 'Other'],
      [1, 2, 3],
    ],
    [['Completed only', 'Learn'], [3]],
    [['Multiple-choice'], []],
  ])('%j', (filters, ids) => {
    expect(filterComments(comments, filters).map(({ id }) => id)).toEqual(ids);
  });

  it.each<[CommentFilter[], object]>([
    [[], {}],
    [['Completed only', 'Waiting for approval'], { only: 'completed,waiting' }],
    [['Learn', 'Multiple-choice'], { tags: 'learn,multiple-choice' }],
  ])('%j stand in the address', (filters, search) => {
    expect(searchOf(filters)).toEqual(search);
    expect(filtersOf(parseCommentsSearch({ ...search }))).toEqual(filters);
  });

  it('an address that makes no sense filters nothing', () => {
    expect(filtersOf(parseCommentsSearch({ only: 'done,<b>', tags: 7 }))).toEqual([]);
    expect(filtersOf({ only: 'done', tags: 'nothing' })).toEqual([]);
  });
});
