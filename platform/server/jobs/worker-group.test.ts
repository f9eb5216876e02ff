import { beforeEach, describe, expect, it } from 'vitest';
import { WorkerGroup } from './worker-group.ts';

describe('the workers of a queue', () => {
  let woken: string[];
  let group: WorkerGroup;
  beforeEach(() => {
    woken = [];
    group = new WorkerGroup((worker) => woken.push(worker));
    for (const worker of ['a', 'b', 'c']) group.add(worker);
  });
  const takeWoken = () => woken.splice(0);

  it('are woken one per job', () => {
    group.wake();
    expect(takeWoken()).toEqual(['a']);
    group.begin('a');
    expect(takeWoken()).toEqual([]);
  });

  it('wake the next one when woken for several jobs', () => {
    group.wake();
    group.wake();
    takeWoken();
    group.begin('a');
    expect(takeWoken()).toEqual(['b']);
    group.begin('b');
    expect(takeWoken()).toEqual([]);
  });

  it('are woken once per job after the first has started, and not for jobs already done', () => {
    for (let job = 0; job < 5; job += 1) group.wake();
    expect(new Set(takeWoken())).toEqual(new Set(['a']));
    group.begin('a');
    expect(takeWoken()).toEqual(['b', 'c']);
    group.end('a');
    takeWoken();
    group.wake();
    takeWoken();
    group.begin('b');
    expect(takeWoken()).toEqual([]);
  });

  it('check the queue after each job, even if not woken', () => {
    for (const worker of ['a', 'b', 'c']) group.begin(worker);
    group.wake();
    expect(takeWoken()).toEqual([]);
    group.end('b');
    expect(takeWoken()).toEqual(['b']);
  });

  it('are woken last if idle longest', () => {
    group.begin('a');
    group.end('a');
    takeWoken();
    group.wake();
    expect(takeWoken()).toEqual(['b']);
  });
});
