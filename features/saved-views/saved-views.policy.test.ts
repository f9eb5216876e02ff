import { describe, expect, it } from 'vitest';
import { mayShareViews, mayUnshareView } from './saved-views.policy.ts';

describe('mayShareViews', () => {
  it.each([
    ['external', false],
    ['author', true],
    ['owner', true],
  ] as const)('of %s is %s', (role, expected) => expect(mayShareViews({ role })).toBe(expected));
});

describe('mayUnshareView', () => {
  it.each([
    ['author', { is_own: true, is_shared: true }, true],
    ['external', { is_own: true, is_shared: false }, false],
    ['staff', { is_own: false, is_shared: true }, false],
    ['lead', { is_own: false, is_shared: true }, true],
    ['owner', { is_own: false, is_shared: false }, false],
  ] as const)('of %s for %o is %s', (role, view, expected) => expect(mayUnshareView({ role }, view)).toBe(expected));
});
