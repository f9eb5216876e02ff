import { describe, expect, it } from 'vitest';
import { assistedMessage, commitMessage, dueChanges, nextGroup, type ChangeHead } from './group-changes.ts';
import { isOpenStretch, LONGEST_MS, PAUSE_MS } from './stretch.ts';

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

describe('which changes are due', () => {
  const at = (after: number) => new Date(START + after);
  const waiting = (after: number, more: Partial<ChangeHead> = {}) => change({ after, batch: 's', waits: true, ...more });
  it.each<[string, ChangeHead[], number, boolean]>([
    ['not while the author may go on', [waiting(0), waiting(5_000)], 5_000 + PAUSE_MS - 1, false],
    ['after a pause', [waiting(0), waiting(5_000)], 5_000 + PAUSE_MS, true],
    ['after the longest stretch', [waiting(0), waiting(LONGEST_MS - 1_000)], LONGEST_MS, true],
    ['when the author saves by hand', [waiting(0), change({ after: 3_000, batch: 's' })], 3_000, true],
    ['when the author describes it', [waiting(0), change({ after: 3_000, batch: 's', message: 'Why' })], 3_000, true],
    ['when another author saves the lesson', [waiting(0), waiting(3_000, { user_id: 2, batch: 't' })], 1e9, true],
    ['when the lesson is changed in another way', [waiting(0), change({ after: 3_000 })], 3_000, true],
  ])('%s', (_, changes, after, isDue) => expect(dueChanges(changes, at(after))[0] === changes[0]).toBe(isDue));

  it('holds back one lesson and not the others', () => {
    const changes = [waiting(0), change({ lesson_id: 2 }), waiting(0, { lesson_id: 3, batch: 't' })];
    expect(dueChanges(changes, at(1_000))).toEqual([changes[1]]);
  });
});

describe('the commits of an hour of writing', () => {
  /** Saves 2 s after each burst of keys, and every job that a save has queued for after the pause. */
  function commitsOf(savedAt: readonly number[]): number[] {
    const waiting: ChangeHead[] = [];
    const sizes: number[] = [];
    let batch = 0;
    const work = (now: number) => {
      for (let due = dueChanges(waiting, new Date(now)); due.length > 0; due = dueChanges(waiting, new Date(now))) {
        const group = nextGroup(due);
        waiting.splice(0, group.length);
        sizes.push(group.length);
      }
    };
    const jobs = savedAt.map((at) => at + PAUSE_MS);
    for (const at of [...new Set([...savedAt, ...jobs])].toSorted((a, b) => a - b)) {
      if (jobs.includes(at)) work(START + at);
      if (!savedAt.includes(at)) continue;
      const [first, last] = [waiting[0], waiting.at(-1)];
      const isOpen = first && last && isOpenStretch({ first: first.saved_at, last: last.saved_at }, new Date(START + at));
      waiting.push(change({ after: at, batch: isOpen ? String(batch) : String(++batch), waits: true }));
    }
    return sizes;
  }
  const hour = 3_600_000;
  const every = (ms: number) => Array.from({ length: Math.floor(hour / ms) }, (_, index) => index * ms);
  it.each<[string, number[], number]>([
    ['without a pause, saved every 3 s', every(3_000), 6],
    ['a sentence every 40 s', every(40_000), 6],
    ['a thought of more than a minute after each sentence', every(90_000), 40],
    ['five minutes of writing, five of reading', every(5_000).filter((at) => at % 600_000 < 300_000), 6],
  ])('%s', (_, savedAt, commits) => {
    const sizes = commitsOf(savedAt);
    expect(sizes).toHaveLength(commits);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(savedAt.length);
  });
});

describe('the message of a commit', () => {
  it.each<[string, ChangeHead[], string]>([
    ['a typed one', [change({ uuid: 'a', message: ' Say why\n\nand more ' })], 'Say why\n\nand more\n\nChange-Id: a'],
    [
      'a typed one, of the automatic saves before it too',
      [change({ uuid: 'a', waits: true }), change({ uuid: 'b', message: 'Say why' })],
      'Say why\n\nChange-Id: a\nChange-Id: b',
    ],
    [
      'what was done',
      [change({ uuid: 'a', summary: 'Update screen 3 of lesson 12: Loops' })],
      'Update screen 3 of lesson 12: Loops\n\nChange-Id: a',
    ],
    [
      'that of a proposal, whose trailer git finds among the others',
      [change({ uuid: 'a', message: assistedMessage('Say why', 'Ada') })],
      'Say why\n\nAssisted-by: Ada\nChange-Id: a',
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
