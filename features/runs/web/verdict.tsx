import { IconCheck, IconX } from '@tabler/icons-react';
import classes from './output-pane.module.css';

/** The server's 'All passed.' or 'Wrong answer: N check(s) failed.' */
export function RunVerdict({ summary }: { summary: string }) {
  const passed = hasPassed(summary);
  const Sign = passed ? IconCheck : IconX;
  return (
    <span className={classes.verdict} data-passed={passed}>
      <Sign size={16} aria-hidden />
      {summary}
    </span>
  );
}

/** The icon of a verdict on a tab; nothing when nothing was checked. */
export function VerdictSign({ summary }: { summary: string | null }) {
  if (summary === null) return null;
  return hasPassed(summary) ? (
    <IconCheck className={classes.passed} size={15} role="img" aria-label="passed" />
  ) : (
    <IconX className={classes.failed} size={15} role="img" aria-label="failed" />
  );
}

function hasPassed(summary: string): boolean {
  return summary === 'All passed.';
}
