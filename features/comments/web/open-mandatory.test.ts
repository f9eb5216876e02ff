import { describe, expect, it } from 'vitest';
import type { Comment } from '../contract.ts';
import { isPutAside, openMandatory } from './open-mandatory.ts';

const comment = (id: number, sequence: number, more: Partial<Comment> = {}) =>
  ({ id, screen_id: 10 + sequence, sequence, mandatory: true, completed: false, approved: false, ...more }) as Comment;

describe('the screens with open mandatory comments', () => {
  it.each([
    ['of none', [], []],
    ['without those that are approved or not mandatory', [comment(1, 1, { approved: true }), comment(2, 2, { mandatory: false })], []],
    [
      'in the order of the screens',
      [comment(1, 3), comment(2, 1), comment(3, 3)],
      [
        { screenId: 11, sequence: 1, count: 1, first: 2 },
        { screenId: 13, sequence: 3, count: 2, first: 1 },
      ],
    ],
    [
      'lead to one that is not completed',
      [comment(1, 1, { completed: true }), comment(2, 1)],
      [{ screenId: 11, sequence: 1, count: 2, first: 2 }],
    ],
    ['lead to one that waits for approval', [comment(1, 1, { completed: true })], [{ screenId: 11, sequence: 1, count: 1, first: 1 }]],
  ])('%s', (_, comments, screens) => {
    expect(openMandatory(comments)).toEqual(screens);
  });
});

describe('the banner about open mandatory comments', () => {
  it.each<[string, Comment[] | undefined, number[], boolean]>([
    ['is shown at first', [comment(1, 1)], [], false],
    ['stays closed for the comments that were read', [comment(1, 1), comment(2, 2, { approved: true })], [1], true],
    ['returns with another comment', [comment(1, 1), comment(3, 1)], [1, 2], false],
    ['stays closed while the comments are loaded', undefined, [1], true],
    ['is shown while the comments are loaded where it was never closed', undefined, [], false],
  ])('%s', (_, comments, putAside, isClosed) => {
    expect(isPutAside(comments, putAside)).toBe(isClosed);
  });
});
