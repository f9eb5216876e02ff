const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const sameYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const otherYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

/** How long ago, short enough for a table: `just now`, `5 min ago`, `3 h ago`, `2 days ago`, then the date. */
export function relativeTime(date: Date, now: Date): string {
  const passed = now.getTime() - date.getTime();
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`;
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`;
  const days = Math.floor(passed / DAY);
  if (days < 7) return days === 1 ? 'yesterday' : `${days} days ago`;
  return (date.getFullYear() === now.getFullYear() ? sameYear : otherYear).format(date);
}
