import { describe, it } from 'vitest';
import { surviveMove, survivePush, surviveSaves, surviveStep } from '#testing/killed-savers.ts';

// The places that crash.test.ts leaves out.
describe('a process killed between a save and its push loses nothing', () => {
  it.each(['read', 'written', 'marked-committed', 'pushed', 'marked-pushed'])('at the step: %s', surviveStep);

  it('in the middle of a push, before the remote took it', () => survivePush('pre-receive'));

  it.each([
    ['old', 'new:read'],
    ['new', 'old:read'],
  ] as const)('after a lesson was moved to another branch: the %s one first, at %s', surviveMove);

  it('in the middle of 200 saves, with the workers behind them', () => surviveSaves(200));
});
