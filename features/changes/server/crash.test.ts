import { describe, it } from 'vitest';
import { surviveMove, survivePush, surviveSaves, surviveStep } from '#testing/killed-savers.ts';

// The most delicate places: git has what the database doesn't know yet. crash.full.test.ts has all others.
describe('a process killed between a save and its push loses nothing', () => {
  it('after its branch moved', () => surviveStep('branch-moved'));

  it('in the middle of a push, after the remote took it', () => survivePush('post-receive'));

  it('after a lesson was moved to another branch: the new one first, at old:read', () => surviveMove('new', 'old:read'));

  it('in the middle of 40 saves, with the workers behind them', () => surviveSaves(40));
});
