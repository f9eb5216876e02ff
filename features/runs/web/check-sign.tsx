import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import type { ResultState } from './check-labels.ts';
import classes from './output-pane.module.css';

const SIGNS = { passed: IconCheck, failed: IconX, skipped: IconMinus } as const;

/** The icon of a check result, with its accessible name. */
export function CheckSign({ state }: { state: ResultState }) {
  const Sign = SIGNS[state];
  return <Sign className={classes[state] ?? ''} size={15} role="img" aria-label={state} />;
}
