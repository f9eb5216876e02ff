const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Not with Intl: tables format tens of thousands of these, and each call takes some hundredths of a millisecond.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Relative time for tables: `just now`, `5 min ago`, `3 h ago`, `2 days ago`, then the date. */
export function relativeTime(date: Date, now: Date): string {
  const passed = now.getTime() - date.getTime();
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`;
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`;
  const days = Math.floor(passed / DAY);
  if (days < 7) return days === 1 ? 'yesterday' : `${days} days ago`;
  return date.getFullYear() === now.getFullYear() ? dayText(date) : `${dayText(date)}, ${date.getFullYear()}`;
}

/** How long until then: `in 14 days`, `in 3 h`, `in 5 min`. The last minute, and the past, are `now`. */
export function timeLeft(date: Date, now: Date): string {
  const left = date.getTime() - now.getTime();
  if (left < MINUTE) return 'now';
  if (left < HOUR) return `in ${Math.floor(left / MINUTE)} min`;
  // Rounded, so that a link made for 14 days doesn't have 13 a moment later.
  if (Math.round(left / HOUR) < 24) return `in ${Math.round(left / HOUR)} h`;
  const days = Math.round(left / DAY);
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}

/** Full date and time: `Jun 15, 2026, 9:05:00 AM`. */
export function momentText(date: Date): string {
  const hours = date.getHours();
  const minutes = String(date.getMinutes()).padStart(2, '0');
  const seconds = String(date.getSeconds()).padStart(2, '0');
  return `${dayText(date)}, ${date.getFullYear()}, ${hours % 12 || 12}:${minutes}:${seconds} ${hours < 12 ? 'AM' : 'PM'}`;
}

function dayText(date: Date): string {
  return `${MONTHS[date.getMonth()] ?? ''} ${date.getDate()}`;
}
