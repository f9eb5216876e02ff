import { expect, it } from 'vitest';
import { maySync } from './may-sync.ts';

const lesson = { is_main: false, is_shallow_import: false, release_name: 'Spring' };

it.each([
  ['staff, anywhere', { external: false, name: 'Ada' }, {}, true],
  ['staff, main', { external: false, name: 'Ada' }, { is_main: true }, false],
  ['staff, a shallow lesson', { external: false, name: 'Ada' }, { is_shallow_import: true }, false],
  ['external, elsewhere', { external: true, name: 'Eve' }, {}, false],
  ['external, own drafts', { external: true, name: 'Eve' }, { release_name: 'Drafts – Eve' }, true],
])('%s', (_, user, rest, expected) => {
  expect(maySync(user, { ...lesson, ...rest })).toBe(expected);
});
