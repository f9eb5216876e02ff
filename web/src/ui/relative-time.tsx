import { useEffect, useReducer } from 'react';
import { relativeTime } from './relative-time-text.ts';

const REFRESH_MS = 30_000;
const full = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** A moment as people say it, with the whole of it on hover. Goes on by itself. */
export function RelativeTime({ at }: { at: string }) {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(at);
  return (
    <time dateTime={at} title={full.format(date)}>
      {relativeTime(date, new Date())}
    </time>
  );
}
