import { Button, CopyButton, Group } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { MESSAGES } from './messages.ts';
import classes from './history.module.css';

interface PaneHeadProps {
  by: string;
  at: string;
  /** Where it came from; empty: that goes without saying. */
  cause: string;
  /** The button that restores it. */
  children: ReactNode;
}

/** Who made what is shown, and the buttons for all of it. */
export function PaneHead({ by, at, cause, children }: PaneHeadProps) {
  return (
    <Group gap="xs" justify="space-between">
      <h2 className={classes.heading}>
        {by}, <RelativeTime at={at} />
        {cause === '' ? '' : ` · ${cause}`}
      </h2>
      <Group gap="xs">
        <CopyButton value={window.location.href}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" leftSection={<IconLink size={14} aria-hidden />} onClick={copy}>
              {copied ? MESSAGES.copied : 'Copy link'}
            </Button>
          )}
        </CopyButton>
        {children}
      </Group>
    </Group>
  );
}
