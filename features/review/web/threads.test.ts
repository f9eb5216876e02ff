import { describe, expect, it } from 'vitest';
import type { PullComment } from '../contract/pull-comments.ts';
import { isElsewhere, threadsAt, threadsOf, type PullThread } from './threads.ts';

function comment(id: number, given: Partial<PullComment> = {}): PullComment {
  return {
    id,
    reply_to: null,
    path: 'a.md',
    side: 'after',
    lines: null,
    is_outdated: false,
    quote: '',
    source: '',
    text: 'Why?',
    suggestion: null,
    by: 'Ada',
    at: '2026-01-01T00:00:00Z',
    applied_by: null,
    resolved_by: null,
    is_own: false,
    is_pending: false,
    is_edited: false,
    is_deleted: false,
    ...given,
  };
}

const ids = (threads: readonly PullThread[]) => threads.map(({ first }) => first.id);

it('groups replies with the comment that they reply to', () => {
  const threads = threadsOf([comment(1), comment(2), comment(3, { reply_to: 1 }), comment(4, { reply_to: 9 })]);
  expect(threads.map(({ first, replies }) => [first.id, replies.map(({ id }) => id)])).toEqual([
    [1, [3]],
    [2, []],
  ]);
});

describe('threads of a file', () => {
  const threads = threadsOf([
    comment(1, { lines: { from: 3, to: 4 } }),
    comment(2, { lines: { from: 4, to: 5 } }),
    comment(3, { lines: { from: 4, to: 4 }, side: 'before' }),
    comment(4),
    comment(5, { is_outdated: true }),
  ]);

  it.each([
    ['after', { from: 4, to: 4 }, [1]],
    ['after', { from: 1, to: 9 }, [1, 2]],
    ['before', { from: 4, to: 4 }, [3]],
    ['after', { from: 3, to: 3 }, []],
    ['after', null, []],
  ] as const)('on the side %s at %j', (side, lines, expected) => {
    expect(ids(threadsAt(threads, side, lines))).toEqual(expected);
  });

  it('that are at no shown line come apart', () => {
    const lines = { from: 4, to: 4 };
    const elsewhere = (shown: Parameters<typeof isElsewhere>[1]) => ids(threads.filter(({ anchor }) => isElsewhere(anchor, shown)));
    expect(elsewhere([{ before: lines, after: lines }])).toEqual([2, 4, 5]);
    expect(elsewhere([])).toEqual([1, 2, 3, 4, 5]);
  });
});
