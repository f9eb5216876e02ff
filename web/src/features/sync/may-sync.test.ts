import { expect, it } from 'vitest';
import { maySync } from './may-sync.ts';

const lesson = { is_main: false, is_shallow_import: false, is_own_drafts: false };

it.each([
  ['staff, anywhere', { external: false }, {}, true],
  ['staff, main', { external: false }, { is_main: true }, false],
  ['staff, a shallow lesson', { external: false }, { is_shallow_import: true }, false],
  ['external, elsewhere', { external: true }, {}, false],
  ['external, own drafts', { external: true }, { is_own_drafts: true }, true],
])('%s', (_, user, rest, expected) => {
  expect(maySync(user, { ...lesson, ...rest })).toBe(expected);
});
