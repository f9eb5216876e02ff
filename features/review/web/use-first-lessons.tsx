import { Anchor, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ChangedLesson } from '../contract/pull-requests.ts';
import { changedLessonName } from '../rules/lesson-name.ts';

/** More are shown on demand. */
const SHOWN_MAX = 20;

interface FirstLessons<L> {
  shown: readonly L[];
  /** Finds one of many by number or title; null: there are few. */
  filter: ReactNode;
  /** Shows the others; null: all are shown. */
  more: ReactNode;
}

/**
 * The first twenty lessons of many, and the others on demand.
 *
 * @param selected The folder of a lesson that is shown anyway.
 */
export function useFirstLessons<L extends Pick<ChangedLesson, 'folder' | 'sequence' | 'title'>>(
  lessons: readonly L[],
  selected: string | null = null,
): FirstLessons<L> {
  const [isWhole, setWhole] = useState(false);
  const [word, setWord] = useState('');
  const found = lessons.filter((lesson) => changedLessonName(lesson).toLowerCase().includes(word.trim().toLowerCase()));
  const shown = isWhole ? found : found.filter(({ folder }, index) => index < SHOWN_MAX || folder === selected);
  const rest = found.length - shown.length;
  return {
    shown,
    filter:
      lessons.length > SHOWN_MAX || word !== '' ? (
        <TextInput
          size="xs"
          aria-label="Find a lesson"
          placeholder="Find a lesson"
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
      ) : null,
    more:
      rest > 0 ? (
        <li>
          <Anchor component="button" type="button" size="sm" onClick={() => setWhole(true)}>
            and {rest} more
          </Anchor>
        </li>
      ) : null,
  };
}
