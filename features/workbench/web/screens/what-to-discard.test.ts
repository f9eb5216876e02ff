import { expect, it } from 'vitest';
import type { Version } from '#features/history/contract/history.ts';
import { whatToDiscard } from './what-to-discard.ts';

const version = (id: number, at: string, by: string | null = 'Ada'): Version => ({
  id,
  at,
  by,
  cause: 'page',
  message: null,
  summary: null,
  commit: null,
  restored_from: null,
  parts: [],
});

it.each([
  ['nothing was saved since', [version(3, '10:00'), version(1, '09:00')], null],
  ['two stretches', [version(9, '10:20'), version(6, '10:10'), version(3, '10:00')], { to: 3, from: 9, others: [] }],
  ['the stretch that went on when the screen was opened', [version(9, '10:20'), version(1, '09:00')], { to: 1, from: 9, others: [] }],
  [
    'others saved it too',
    [version(9, '10:20'), version(8, '10:15', 'Bob'), version(7, '10:14', null), version(3, '10:00', 'Eve')],
    { to: 3, from: 9, others: ['Bob'] },
  ],
  ['it has no versions', [], null],
  ['it is new', [version(9, '10:20'), version(8, '10:15')], { to: 8, from: 9, others: [] }],
])('goes back to how the screen was: %s', (_, versions, expected) => {
  expect(whatToDiscard(versions, '10:00', 'Ada')).toEqual(expected);
});
