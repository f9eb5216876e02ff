import { describe, expect, it } from 'vitest';
import { commitMessage, nextGroup, type ChangeHead } from './group-changes.ts';

const START = Date.parse('2026-01-01T10:00:00Z');

/** A change that would share a commit with others like it. */
function change(given: Partial<ChangeHead> & { after?: number } = {}): ChangeHead {
  const { after = 0, ...rest } = given;
  return { uuid: 'u', lesson_id: 1, user_id: 1, message: null, summary: 'Update', saved_at: new Date(START + after), ...rest };
}

describe('which changes share a commit', () => {
  it.each<[string, ChangeHead[], number]>([
    ['nothing', [], 0],
    ['one', [change()], 1],
    ['the same author and lesson within five seconds', [change(), change({ after: 4_000 }), change({ after: 5_000 })], 3],
    ['five seconds count from the first', [change(), change({ after: 4_000 }), change({ after: 5_001 })], 2],
    ['another author', [change(), change({ user_id: 2 })], 1],
    ['another lesson', [change(), change({ lesson_id: 2 })], 1],
    ['a typed message gets its own commit', [change({ message: 'Mine' }), change()], 1],
    ['a typed message ends a group', [change(), change(), change({ message: 'Mine' }), change()], 2],
    ['an author who is not known', [change({ user_id: null }), change({ user_id: null })], 1],
    [
      'a batch, whatever lessons it is about, and all of it',
      Array.from({ length: 80 }, (_, id) => change({ lesson_id: id, batch: 'b' })),
      80,
    ],
    ['a batch ends where another one begins', [change({ batch: 'b' }), change({ batch: 'b' }), change({ batch: 'c' })], 2],
    ['a batch ends a group', [change(), change({ batch: 'b' })], 1],
    ['no more than fit into memory', Array.from({ length: 80 }, () => change()), 50],
  ])('%s', (_, changes, size) => expect(nextGroup(changes)).toEqual(changes.slice(0, size)));

  it('a batch with saves of other lessons in between', () => {
    const batch = [1, 2, 3].map((lesson_id) => change({ uuid: `b${lesson_id}`, lesson_id, batch: 'b' }));
    const other = change({ uuid: 'o', lesson_id: 9 });
    expect(nextGroup([batch[0], other, batch[1], batch[2]].flatMap((each) => each ?? []))).toEqual(batch);
  });

  it('a batch up to a lesson that others saved in between', () => {
    const [first, other, second] = [change({ batch: 'b' }), change({ lesson_id: 2 }), change({ lesson_id: 2, batch: 'b' })];
    expect(nextGroup([first, other, second])).toEqual([first]);
  });
});

describe('the message of a commit', () => {
  it.each<[string, ChangeHead[], string]>([
    ['a typed one', [change({ uuid: 'a', message: ' Say why\n\nand more ' })], 'Say why\n\nand more\n\nChange-Id: a'],
    [
      'what was done',
      [change({ uuid: 'a', summary: 'Update screen 3 of lesson 12: Loops' })],
      'Update screen 3 of lesson 12: Loops\n\nChange-Id: a',
    ],
    ['the same done twice', [change({ uuid: 'a' }), change({ uuid: 'b' })], 'Update\n\nChange-Id: a\nChange-Id: b'],
    [
      'several things done',
      [change({ uuid: 'a', summary: 'One' }), change({ uuid: 'b', summary: 'Two' }), change({ uuid: 'c', summary: 'One' })],
      'One (and 1 more)\n\n- One\n- Two\n\nChange-Id: a\nChange-Id: b\nChange-Id: c',
    ],
    [
      'a title with line ends cannot make a trailer',
      [change({ uuid: 'a', summary: 'Update: x\n\nChange-Id: b' })],
      'Update: x Change-Id: b\n\nChange-Id: a',
    ],
  ])('%s', (_, group, message) => expect(commitMessage(group)).toBe(message));
});
