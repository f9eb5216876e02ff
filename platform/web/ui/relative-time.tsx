import { Highlighted } from './highlight.tsx';
import { momentText, relativeTime, timeLeft } from './relative-time-text.ts';
import { useNow } from './use-now.ts';

interface RelativeTimeProps {
  at: string;
  /** Highlight search matches. */
  isSought?: boolean;
}

/** A relative time with the full date on hover. Updates itself. */
export function RelativeTime({ at, isSought = false }: RelativeTimeProps) {
  const now = useNow();
  const date = new Date(at);
  const text = relativeTime(date, new Date(now));
  return (
    <time dateTime={at} title={momentText(date)}>
      {isSought ? <Highlighted text={text} /> : text}
    </time>
  );
}

/** How long until a time in the future, with the full date on hover. Updates itself. */
export function TimeLeft({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={momentText(date)}>
      {timeLeft(date, new Date(now))}
    </time>
  );
}
