import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LEARNER_MARKDOWN } from '#features/screens/contract/screen-texts.ts';
import type { ScreenSession } from '#features/screens/web/screen-fields.ts';
import { countWords, readingMinutes } from '#platform/content/word-count.ts';
import { counted } from '#platform/contract/counted.ts';
import { whenIdle } from '#platform/web/when-idle.ts';
import { wordCountsQuery } from './word-counts-query.ts';

/** Milliseconds without a key before words are counted: that reads the whole text. */
const PAUSE_MS = 1_000;

interface TextLengthProps {
  lessonId: number;
  screenId: number;
  session: ScreenSession;
}

/** How long a screen is as it is being written, and its lesson with it. */
export function TextLength({ lessonId, screenId, session }: TextLengthProps) {
  const words = useWords(session);
  const { data } = useQuery(wordCountsQuery(lessonId));
  if (words === null) return null;
  const others = data?.filter((each) => each.screen_id !== screenId);
  const all = others?.reduce((sum, each) => sum + each.words, words);
  return (
    <span title="What learners read, at 200 words a minute">
      {lengthOf(words)}
      {all !== undefined && others !== undefined && others.length > 0 && ` · Lesson: ${lengthOf(all)}`}
    </span>
  );
}

function useWords(session: ScreenSession): number | null {
  const [words, setWords] = useState<number | null>(null);
  const count = useDebouncedCallback(
    () => whenIdle(() => setWords(LEARNER_MARKDOWN.reduce((sum, field) => sum + countWords(session.read(field)), 0))),
    PAUSE_MS,
  );
  useEffect(() => {
    count();
    return session.watch(count);
  }, [session, count]);
  return words;
}

function lengthOf(words: number): string {
  return words === 0 ? '0 words' : `${counted(words, 'word')}, ${readingMinutes(words)} min`;
}
