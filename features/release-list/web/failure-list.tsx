import { Stack, Text } from '@mantine/core';
import type { z } from 'zod';
import type { RefusedFile } from '#features/releases/contract/releases.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { listNumbers } from '#platform/web/ui/number-list.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { MESSAGES } from './messages.ts';
import { type Refused, sortRefused } from './partial-failure.ts';
import type { InvalidLessons } from './release-result.ts';
import classes from './releases.module.css';

interface FailureListProps {
  invalid: InvalidLessons;
  /** The first line, from the failed numbers. */
  text?: (numbers: string) => string;
  /** Skipped files of a zip. */
  refused?: readonly z.output<typeof RefusedFile>[];
}

/** What failed: a line with the reason for each lesson, course, path and file. Empty when everything succeeded. */
export function FailureList({ invalid, text = MESSAGES.partial, refused = [] }: FailureListProps) {
  const { lessons, curricula } = sortRefused(invalid);
  return (
    <>
      {lessons.length > 0 ? (
        <Stack gap="xs">
          <Banner kind="warning">{text(listNumbers(lessons.map(({ name }) => name)))}</Banner>
          <Reasons refused={lessons} label="Lessons that failed" />
        </Stack>
      ) : null}
      {curricula.length > 0 ? (
        <Stack gap="xs">
          <Banner kind="warning">{MESSAGES.partialCurricula(curricula.length)}</Banner>
          <Reasons refused={curricula} label="Courses and paths that failed" />
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

function Reasons({ refused, label }: { refused: readonly Refused[]; label: string }) {
  return (
    <ul className={classes.failures} aria-label={label} {...KEYBOARD_SCROLL}>
      {refused.map(({ name, reason }) => (
        <li key={name}>
          <span className={classes.failed}>{name}</span>: {reason}
        </li>
      ))}
    </ul>
  );
}
