import { expect, it } from 'vitest';
import type { TrashItem } from '../contract.ts';
import { inRestoreOrder } from './restore-order.ts';

it('restores lessons before their screens, and screens before their questions', () => {
  const kinds = ['question', 'screen', 'data-file', 'lesson', 'course', 'screen'] as const;
  const items = kinds.map((kind, id) => ({ kind, id }) as TrashItem);
  expect(inRestoreOrder(items).map(({ id }) => id)).toEqual([3, 4, 1, 5, 0, 2]);
});
