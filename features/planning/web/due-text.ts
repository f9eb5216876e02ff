const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const DAY_MS = 86_400_000;

/** A due date as people say it: `today`, `tomorrow`, `Dec 31`. Both are days such as `2026-12-31`. */
export function dueText(due: string, today: string): string {
  const [then, now] = [new Date(`${due}T00:00:00Z`), new Date(`${today}T00:00:00Z`)];
  const days = Math.round((then.getTime() - now.getTime()) / DAY_MS);
  const word = { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' }[days];
  return word ?? (due.slice(0, 4) === today.slice(0, 4) ? DAY : DAY_OF_YEAR).format(then);
}
