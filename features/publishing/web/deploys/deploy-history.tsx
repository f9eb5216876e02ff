import { Button } from '@mantine/core';
import { useState } from 'react';
import { TextLink } from '#platform/web/ui/links.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { Deploy } from '../../contract/deploys.ts';
import { deployStatusText } from './messages.ts';
import classes from './deploys.module.css';

const FIRST_SHOWN = 5;

interface HistoryProps {
  lessonId: number;
  /** Latest first. */
  deploys: readonly Deploy[];
  onOpen: (buildNumber: number) => void;
}

/** The builds of a lesson with their logs; stored builds can be opened. */
export function DeployHistory({ lessonId, deploys, onOpen }: HistoryProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? deploys : deploys.slice(0, FIRST_SHOWN);
  return (
    <details className={classes.history}>
      <summary>Deploy history</summary>
      <ul>
        {shown.map(({ build_number, status, timestamp, started_by, error, is_kept }) => (
          <li key={build_number} className={classes.build}>
            <span>
              <TextLink to="/lesson/$lessonId/deploy/$buildNumber" params={{ lessonId, buildNumber: build_number }} size="sm">
                Deploy {build_number}
              </TextLink>
              {` · ${deployStatusText(status)} · `}
              <RelativeTime at={timestamp} />
              {started_by === null ? null : ` · ${started_by}`}
            </span>
            {is_kept ? (
              <Button size="compact-xs" variant="default" aria-label={`Open deploy ${build_number}`} onClick={() => onOpen(build_number)}>
                Open
              </Button>
            ) : null}
            {error === null ? null : <span className={classes.reason}>{error}</span>}
          </li>
        ))}
      </ul>
      {deploys.length > FIRST_SHOWN && !showsAll ? (
        <Button size="compact-sm" variant="default" onClick={() => setShowsAll(true)}>
          Show all {deploys.length}
        </Button>
      ) : null}
    </details>
  );
}
