import { describe, expect, it } from 'vitest';
import { safeHtml } from '#testing/content/safe-html.ts';
import type { Comment } from '../../contract.ts';
import { groupThreads } from './thread-groups.ts';

function comment(id: number, field: string | null, more: Partial<Comment> = {}): Comment {
  return {
    id,
    user: { id: 1, name: 'Ada' },
    is_from_learner: false,
    is_author_gone: false,
    comment: 'Why?',
    comment_html: safeHtml('<p>Why?</p>'),
    tags: [],
    mandatory: false,
    completed: false,
    approved: false,
    accepted: false,
    archived: false,
    timestamp: '2026-01-01T00:00:00.000Z',
    screen_id: 3,
    sequence: 1,
    thread: [],
    quote: field === null ? null : { field, text: `text ${id}`, before: '', after: '' },
    is_detached: false,
    ...more,
  };
}

const ALL = [
  comment(1, 'body'),
  comment(2, 'hint'),
  comment(3, null),
  comment(4, 'body', { completed: true }),
  comment(5, 'body', { approved: true }),
  comment(6, 'code'),
  comment(7, 'hint'),
  comment(8, null, { approved: true }),
];

/** The ids in each group. */
function groups(field: string | null, active: string | null, gone: readonly number[]) {
  const { beside, changed, wholeScreen, elsewhere } = groupThreads(ALL, field, active, ({ id }) => gone.includes(id));
  const ids = (comments: readonly Comment[]) => comments.map(({ id }) => id);
  return [ids(beside), ids(changed), ids(wholeScreen), elsewhere.map((each) => [each.field, ids(each.comments)])];
}

describe('the threads of a screen', () => {
  it.each([
    [
      'the text that is open',
      'body',
      null,
      [],
      [
        [1, 4],
        [],
        [3],
        [
          ['hint', [2, 7]],
          ['code', [6]],
        ],
      ],
    ],
    [
      'another text',
      'hint',
      null,
      [],
      [
        [2, 7],
        [],
        [3],
        [
          ['body', [1, 4]],
          ['code', [6]],
        ],
      ],
    ],
    [
      'no text',
      null,
      null,
      [],
      [
        [],
        [],
        [3],
        [
          ['body', [1, 4]],
          ['hint', [2, 7]],
          ['code', [6]],
        ],
      ],
    ],
    [
      'passages that are gone',
      'body',
      null,
      [1, 2],
      [
        [4],
        [1, 2],
        [3],
        [
          ['code', [6]],
          ['hint', [7]],
        ],
      ],
    ],
    [
      'an approved one that is active',
      'body',
      'comment-5',
      [],
      [
        [1, 4, 5],
        [],
        [3],
        [
          ['hint', [2, 7]],
          ['code', [6]],
        ],
      ],
    ],
  ])('with %s', (_, field, active, gone, expected) => {
    expect(groups(field, active, gone)).toEqual(expected);
  });
});
