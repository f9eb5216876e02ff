import { expect, it } from 'vitest';
import { RunShares } from './active-runs.ts';

it('limits the runs of each user, and names the limit', () => {
  const shares = new RunShares(2);
  const release = shares.take(1, 10);
  shares.take(1, 10);
  expect(() => shares.take(1, 10)).toThrow('You already have 2 runs running or waiting');
  expect(() => shares.take(2, 10)).not.toThrow();
  release();
  release();
  shares.take(1, 10);
  expect(() => shares.take(1, 10)).toThrow('You already have 2 runs');
});

it('limits the bytes of all open requests', () => {
  const shares = new RunShares(20, 100);
  const release = shares.take(1, 60);
  expect(() => shares.take(2, 41)).toThrow('Too many runs are waiting');
  release();
  expect(() => shares.take(2, 41)).not.toThrow();
});
