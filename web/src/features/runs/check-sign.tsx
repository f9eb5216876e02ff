import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import type { ResultState } from './check-words.ts';
import classes from './output-pane.module.css';

const SIGNS = { passed: IconCheck, failed: IconX, skipped: IconMinus } as const;

/** The sign of a judgement, with its name for those who do not see it. */
export function CheckSign({ state }: { state: ResultState }) {
  const Sign = SIGNS[state];
  return <Sign className={classes[state] ?? ''} size={15} role="img" aria-label={state} />;
}
