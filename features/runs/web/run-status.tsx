import { Button, Loader } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { LIMITS } from '#platform/contract/limits.ts';
import { durationText } from './messages.ts';
import { RUN_SOURCES } from './run-source.ts';
import { isRunning, type RunView } from './run-state.ts';
import { RunVerdict } from './verdict.tsx';
import classes from './output-pane.module.css';

interface RunStatusProps {
  run: RunView;
  onStop: () => void;
}

/** A status line for the run and its verdict, announced as it changes. */
export function RunStatus({ run, onStop }: RunStatusProps) {
  if (run.phase === 'idle') return null;
  const summary = run.result?.check_summary ?? null;
  return (
    <div className={classes.status}>
      {isRunning(run) && <Loader size={14} aria-hidden />}
      <span role="status">
        {statusText(run)}
        {summary !== null && !run.isDeploy && run.isJudged && <RunVerdict summary={summary} />}
      </span>
      {isRunning(run) && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlayerStop size={13} aria-hidden />}
          onClick={onStop}
          disabled={run.isStopping}
        >
          Stop
        </Button>
      )}
    </div>
  );
}

/** What a run is doing, or how it ended. */
export function statusText(run: RunView): string {
  const tries = run.retries === 0 ? '' : `, try ${run.retries + 1} of ${LIMITS.deployRetries + 1}`;
  const name = `${RUN_SOURCES[run.source]}${tries}`;
  if (isRunning(run) && run.isStopping) return `${name}: stopping…`;
  switch (run.phase) {
    case 'queued':
      if (run.preparing !== null) return `${name}: preparing… ${run.preparing}`;
      return `${name}: waiting behind ${run.queuePosition} ${run.queuePosition === 1 ? 'run' : 'runs'}`;
    case 'done':
      if (run.isDeploy && run.result?.external_ip) return `${name}: the application is up`;
      return `${name} · ${durationText(run.result?.duration_ms ?? 0)}`;
    case 'failed':
      return `${name}: no result`;
    case 'retrying':
      return `${name}: the application is not up yet, trying again in ${LIMITS.deployRetryMs / 1_000} s`;
    case 'idle':
    case 'sent':
    case 'running':
      if (run.isRejoined) return `${name}: still running since you left…`;
      return `${name}: ${run.isDeploy ? 'starting the application' : 'running'}…`;
  }
}
