import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { FailureList } from './failure-list.tsx';
import type { ReleaseResult } from './release-result.ts';
import classes from './releases.module.css';

interface ReleaseOutcomeProps extends Pick<ReleaseResult, 'invalid' | 'refused'> {
  /** What was done all the same. */
  done: ReactNode;
  /** The first line above the lessons that failed. */
  text?: (numbers: string) => string;
  onClose: () => void;
}

/** What a dialog shows in the end when not all of it could be done. */
export function ReleaseOutcome({ done, invalid, refused, text, onClose }: ReleaseOutcomeProps) {
  return (
    <Stack>
      <Banner kind="success">{done}</Banner>
      <FailureList invalid={invalid} refused={refused} {...(text ? { text } : {})} />
      <div className={classes.buttons}>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </div>
    </Stack>
  );
}
