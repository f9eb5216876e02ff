import { Button, Progress } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { OperationState } from '../operation.ts';
import { Delayed } from './delayed.tsx';
import { elapsedText } from './elapsed-text.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './banner.module.css';

interface ProgressPanelProps {
  operation: OperationState;
  /** The first step, until the server reports one. */
  what: string;
}

const APPEARS_AFTER_MS = 300;
const SECOND_MS = 1_000;

/** Progress of an operation, its duration and Stop. Empty while nothing is running. */
export function ProgressPanel({ operation, what }: ProgressPanelProps) {
  if (!operation.isRunning) return null;
  return (
    <Delayed key={operation.startedAt} ms={APPEARS_AFTER_MS}>
      <RunningPanel operation={operation} what={what} />
    </Delayed>
  );
}

function RunningPanel({ operation, what }: ProgressPanelProps) {
  const { progress, isStopping, stop } = operation;
  const { done, total } = progress;
  const doing = isStopping ? 'Stopping' : progress.doing === '' ? what : progress.doing;
  return (
    <div className={`${layout.card} ${classes.panel}`} role="group" aria-label="Progress">
      <div className={classes.progressPanelLine}>
        <span role="status" className={classes.doing}>
          {doing}…
        </span>
        <Button size="xs" variant="default" leftSection={<IconPlayerStop size={15} aria-hidden />} disabled={isStopping} onClick={stop}>
          Stop
        </Button>
      </div>
      {total === null ? (
        <div className={classes.unknown} role="progressbar" aria-label={doing} />
      ) : (
        <Progress value={(100 * done) / Math.max(1, total)} aria-label={doing} />
      )}
      <div className={classes.figures}>
        {total === null ? null : `${done.toLocaleString('en')} of ${total.toLocaleString('en')} · `}
        <Elapsed since={operation.startedAt} />
      </div>
    </div>
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return elapsedText(now - since);
}
