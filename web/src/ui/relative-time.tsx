import { relativeTime } from './relative-time-text.ts';
import { useNow } from './use-now.ts';

const full = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** A moment as people say it, with the whole of it on hover. Goes on by itself. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={full.format(date)}>
      {relativeTime(date, new Date(now))}
    </time>
  );
}
