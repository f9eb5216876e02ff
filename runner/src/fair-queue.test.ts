import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function queueOf(...entries: [owner: string, item: string][]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [owner, item] of entries) queue.add(owner, item);
  return queue;
}

function drain(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
}

describe('a fair queue', () => {
  it.each([
    [
      'keeps the order of one owner',
      [
        ['a', 'a1'],
        ['a', 'a2'],
        ['a', 'a3'],
      ],
      ['a1', 'a2', 'a3'],
    ],
    [
      'lets owners take turns',
      [
        ['a', 'a1'],
        ['a', 'a2'],
        ['a', 'a3'],
        ['b', 'b1'],
        ['c', 'c1'],
        ['b', 'b2'],
      ],
      ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'],
    ],
    ['starts empty', [], []],
  ] as [string, [string, string][], string[]][])('%s', (_, entries, expected) => {
    expect(queueOf(...entries).inOrder()).toEqual(expected);
    expect(drain(queueOf(...entries))).toEqual(expected);
  });

  it('puts a late owner behind one turn of each other owner, not behind a hundred runs', () => {
    const queue = queueOf(...Array.from({ length: 100 }, (_, index): [string, string] => ['a', `a${index}`]));
    queue.take();
    queue.add('b', 'b0');
    expect(queue.inOrder().indexOf('b0')).toBe(1);
  });

  it('forgets removed items', () => {
    const queue = queueOf(['a', 'a1'], ['b', 'b1'], ['a', 'a2']);
    expect(queue.remove('a1')).toBe(true);
    expect(queue.remove('a1')).toBe(false);
    expect(queue.size).toBe(2);
    expect(drain(queue)).toEqual(['a2', 'b1']);
  });
});
