import { Stack, Text } from '@mantine/core';
import type { z } from 'zod';
import type { RefusedFile } from '#contract/releases.ts';
import { listNumbers } from '#web/ui/number-list.ts';
import { Banner } from '#web/ui/banner.tsx';
import { KEYBOARD_SCROLL } from '#web/ui/panes/keyboard-scroll.ts';
import type { InvalidLessons } from './release-result.ts';
import { MESSAGES } from './messages.ts';
import { refusedLessons } from './partial-failure.ts';
import classes from './releases.module.css';

interface FailureListProps {
  invalid: InvalidLessons;
  /** The first line, from the failed numbers. */
  text?: (numbers: string) => string;
  /** Skipped files of a zip. */
  refused?: readonly z.output<typeof RefusedFile>[];
}

/** What failed: a line with the reason for each lesson and file. Empty when everything succeeded. */
export function FailureList({ invalid, text = MESSAGES.partial, refused = [] }: FailureListProps) {
  const lessons = refusedLessons(invalid);
  return (
    <>
      {lessons.length > 0 ? (
        <Stack gap="xs">
          <Banner kind="warning">{text(listNumbers(lessons.map((lesson) => lesson.sequence)))}</Banner>
          <ul className={classes.failures} aria-label="Lessons that failed" {...KEYBOARD_SCROLL}>
            {lessons.map(({ sequence, reason }) => (
              <li key={sequence}>
                <span className={classes.failed}>{sequence}</span>: {reason}
              </li>
            ))}
          </ul>
        </Stack>
      ) : null}
      {refused.length > 0 ? (
        <Stack gap="xs">
          <Banner kind="warning">{MESSAGES.refused(refused.length)}</Banner>
          <ul className={classes.failures} aria-label="Skipped files" {...KEYBOARD_SCROLL}>
            {refused.map(({ path, reason }) => (
              <li key={path}>
                <span className={classes.path}>{path}</span>: <Text span>{reason}</Text>
              </li>
            ))}
          </ul>
        </Stack>
      ) : null}
    </>
  );
}
