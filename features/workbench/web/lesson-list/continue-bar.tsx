import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { screenLabel } from '#features/content-model/rules/screen-label.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { RowLink } from '#platform/web/ui/row-link.tsx';
import { recentScreensQuery } from './recent-screens.ts';
import classes from './lessons-list.module.css';

const SHOWN = 3;

/** Links to the screens that the user saved last. It is left out if they come later than the rows below, which it would move. */
export function ContinueBar() {
  const { data = [] } = useQuery(recentScreensQuery);
  const [isInTime] = useState(data.length > 0);
  if (!isInTime || data.length === 0) return null;
  return (
    <nav className={classes.recent} aria-label="Continue where you left off">
      <span className={classes.newLabel} aria-hidden>
        Continue where you left off
      </span>
      {data.slice(0, SHOWN).map((screen) => (
        <RowLink key={screen.id} href={`/lesson/${screen.lesson_id}/screen/${screen.id}`} className={classes.recentScreen}>
          <span className={classes.recentTitle}>
            {screen.lesson_sequence} · {screenLabel(screen)}
          </span>
          <span className={classes.recentTime}>
            <RelativeTime at={screen.saved_at} />
          </span>
        </RowLink>
      ))}
    </nav>
  );
}
