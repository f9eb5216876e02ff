import { Button, Loader } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { durationText } from './messages.ts';
import classes from './output-pane.module.css';
import { isRunning, type RunSource, type RunView } from './run-state.ts';
import { Verdict } from './verdict.tsx';

const SOURCE_NAMES: Record<RunSource, string> = { initial: 'Initial code', display: 'Display code', answer: 'Answer code' };

interface RunStatusProps {
  run: RunView;
  onStop: () => void;
}

/** One line about the run: what it does now, or what it was and how it was judged; read out as it changes. */
export function RunStatus({ run, onStop }: RunStatusProps) {
  if (run.phase === 'idle') return null;
  const summary = run.result?.check_summary ?? null;
  return (
    <div className={classes.status}>
      {isRunning(run) && <Loader size={14} aria-hidden />}
      <span role="status">
        {statusText(run)}
        {summary !== null && <Verdict summary={summary} />}
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

function statusText(run: RunView): string {
  const name = SOURCE_NAMES[run.source];
  if (isRunning(run) && run.isStopping) return `${name}: stopping…`;
  switch (run.phase) {
    case 'queued':
      return `${name}: waiting, ${run.queuePosition} ${run.queuePosition === 1 ? 'run' : 'runs'} in front`;
    case 'done':
      return `${name} · ${durationText(run.result?.duration_ms ?? 0)}`;
    case 'failed':
      return `${name}: no result`;
    case 'idle':
    case 'sent':
    case 'running':
      return `${name}: running…`;
  }
}
