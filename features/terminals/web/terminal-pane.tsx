import { Skeleton } from '@mantine/core';
import { Fragment } from 'react';
import { useOnDemand } from '#platform/web/ui/use-on-demand.ts';
import type { TerminalPaneProps } from './terminal-props.ts';
import classes from './terminal.module.css';

const loadView = () => import('./terminal-view.tsx');

/** The terminal of a command-line screen with its check results; loaded when first shown. */
export function TerminalPane(props: TerminalPaneProps) {
  const show = useOnDemand(loadView, true);
  // Each screen has its own terminal.
  if (show) return <Fragment key={props.screenId}>{show(props)}</Fragment>;
  return (
    <div className={classes.loading} role="status" aria-label="Opening the terminal">
      <Skeleton height={10} mb="xs" width="40%" animate={false} />
      <Skeleton height={10} width="15%" animate={false} />
    </div>
  );
}
