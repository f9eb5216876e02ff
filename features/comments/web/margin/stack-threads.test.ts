import { describe, expect, it } from 'vitest';
import { stackThreads } from './stack-threads.ts';

const thread = (id: string, top: number, height = 50) => ({ id, top, height });

describe('threads in the margin', () => {
  it.each([
    ['are at their passages where there is room', [thread('a', 10), thread('b', 100)], null, [10, 100]],
    ['move down below those before them', [thread('a', 10), thread('b', 20), thread('c', 30)], null, [10, 70, 130]],
    ['are together again after a gap', [thread('a', 10), thread('b', 20), thread('c', 300)], null, [10, 70, 300]],
    ['move up so that the active one is at its passage', [thread('a', 100), thread('b', 120)], 'b', [60, 120]],
    ['move up one after the other', [thread('a', 200), thread('b', 200), thread('c', 210)], 'c', [90, 150, 210]],
    ['stay where they are if the active one does not need their place', [thread('a', 10), thread('b', 300)], 'b', [10, 300]],
    ['move down before the active one if there is room', [thread('a', 10), thread('b', 20), thread('c', 300)], 'c', [10, 70, 300]],
    ['never move above the start', [thread('a', 0), thread('b', 10), thread('c', 20)], 'c', [0, 60, 120]],
    ['follow the active one', [thread('a', 100), thread('b', 110, 200), thread('c', 120)], 'b', [50, 110, 320]],
    ['of one line', [thread('a', 5), thread('b', 5)], 'a', [5, 65]],
    ['of no active passage', [thread('a', 5)], 'elsewhere', [5]],
    ['that do not exist', [], 'a', []],
  ])('%s', (_, threads, active, tops) => {
    expect(stackThreads(threads, active, 10)).toEqual(tops);
  });
});
