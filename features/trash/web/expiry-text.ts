import { DAY_MS } from '#platform/contract/times.ts';

/** When an item is deleted for good: `in 30 days`, `in 1 day`, `now`. A day that has begun counts. */
export function expiryText(goneAt: Date, now: Date): string {
  const days = Math.ceil((goneAt.getTime() - now.getTime()) / DAY_MS);
  if (days < 1) return 'now';
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}
