import { IconAlertTriangle } from '@tabler/icons-react';
import type { RunResult } from '../contract/runs.ts';
import classes from './output-pane.module.css';

/** An error in the check itself, which its author must fix; not a verdict on the submission. */
export function CheckError({ result: { check_error: error } }: { result: RunResult }) {
  if (error === null) return null;
  return (
    <div className={classes.error} role="group" aria-label="Error in the check">
      <h2>
        <IconAlertTriangle size={14} aria-hidden /> The check has an error{error.line === null ? '' : ` in line ${error.line}`}
      </h2>
      <pre>{error.traceback === '' ? `${error.name}: ${error.message}` : error.traceback}</pre>
    </div>
  );
}
