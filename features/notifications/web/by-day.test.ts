import { expect, it } from 'vitest';
import type { Notification } from '../contract/notifications.ts';
import { byDay } from './by-day.ts';

it('groups notifications by day, in their order', () => {
  const now = new Date(2026, 2, 1, 0, 30);
  const at = (id: number, ...time: [number, number, number, number]) =>
    ({ id, created_at: new Date(...time).toISOString() }) as Partial<Notification> as Notification;
  const days = byDay([at(4, 2026, 2, 1, 0), at(3, 2026, 1, 28, 23), at(2, 2026, 1, 28, 1), at(1, 2026, 1, 27, 12)], now);
  expect(days.map(({ label, notifications }) => [label, notifications.map(({ id }) => id)])).toEqual([
    ['Today', [4]],
    ['Yesterday', [3, 2]],
    ['Friday, February 27', [1]],
  ]);
});
