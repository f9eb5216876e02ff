import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Banner } from '#platform/web/ui/banner.tsx';
import { FailureList } from './failure-list.tsx';
import type { ReleaseResult } from './release-result.ts';
import classes from './releases.module.css';

interface ReleaseOutcomeProps extends Pick<ReleaseResult, 'invalid' | 'refused'> {
  /** What succeeded; null: nothing. */
  done: ReactNode;
  /** The first line above the failed lessons. */
  text?: (numbers: string) => string;
  onClose: () => void;
}

/** The result of a dialog when some of it failed. */
export function ReleaseOutcome({ done, invalid, refused, text, onClose }: ReleaseOutcomeProps) {
  return (
    <Stack>
      {done === null ? null : <Banner kind="success">{done}</Banner>}
      <FailureList invalid={invalid} refused={refused} {...(text ? { text } : {})} />
      <div className={classes.buttons}>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </div>
    </Stack>
  );
}
