import { expect, it } from 'vitest';
import type { TrashItem } from '../contract.ts';
import { inRestoreOrder } from './restore-order.ts';

it('restores lessons before their screens, and screens before their questions', () => {
  const kinds = ['question', 'screen', 'data-file', 'lesson', 'course', 'screen'] as const;
  const items = kinds.map((kind, id) => ({ kind, id, deleted_at: '2026-11-28' }) as TrashItem);
  expect(inRestoreOrder(items).map(({ id }) => id)).toEqual([3, 4, 1, 5, 0, 2]);
});

it('restores screens that were deleted later before those that were deleted earlier', () => {
  const items = ['2026-11-27', '2026-11-29', '2026-11-28'].map((deleted_at, id) => ({ kind: 'screen', id, deleted_at }) as TrashItem);
  expect(inRestoreOrder(items).map(({ id }) => id)).toEqual([1, 2, 0]);
});
