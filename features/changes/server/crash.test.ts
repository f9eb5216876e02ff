import { describe, it } from 'vitest';
import { survivePush, surviveStep } from '#testing/killed-savers.ts';

// The most delicate places: git has what the database doesn't know yet. crash.full.test.ts has all others.
describe('a process killed between a save and its push loses nothing', () => {
  it('after its branch moved', () => surviveStep('branch-moved'));

  it('in the middle of a push, after the remote took it', () => survivePush('post-receive'));
});
