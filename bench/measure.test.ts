import { describe, expect, it } from 'vitest';
import { measureInTurn, quantile } from './measure.ts';

describe('measureInTurn', () => {
  it('reverses the order in every second round, and leaves out what warms up', async () => {
    const calls: string[] = [];
    const work = (name: string) => async () => calls.push(name);
    const samples = await measureInTurn({ ours: work('ours'), peer: work('peer') }, { rounds: 3, each: 2, warmUp: 1 });
    expect(calls.join(' ')).toBe('ours peer ours ours peer peer peer peer ours ours ours ours peer peer');
    expect(samples.ours).toEqual([3, 4, 9, 10, 11, 12]);
  });

  it('sorts the samples', async () => {
    const times = [3, 1, 2];
    const { work } = await measureInTurn({ work: async () => times.pop() ?? 0 }, { rounds: 3, warmUp: 0 });
    expect(work).toEqual([1, 2, 3]);
  });
});

describe('quantile', () => {
  it.each([
    [0.5, 2],
    [0.95, 4],
    [1, 4],
    [0, 1],
  ])('of %d', (share, value) => {
    expect(quantile([1, 2, 3, 4], share)).toBe(value);
  });
});
