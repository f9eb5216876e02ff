import { Highlighted } from './highlight.tsx';
import { momentText, relativeTime } from './relative-time-text.ts';
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
