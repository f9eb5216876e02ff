import { useEffect } from 'react';
import type { SearchableLessons } from './filter-lessons.ts';

/** A piece of work that no key waits for long. */
const PIECE_MS = 8;
const PAUSE_MS = 16;
/** The rows are shown first. */
const FIRST_PAUSE_MS = 300;

/** Gets rows ready to be searched while nothing else is done, so that the first key does not wait for all of them. */
export function useIdlePreparation(lessons: SearchableLessons): void {
  useEffect(() => {
    const work = (): void => {
      const end = performance.now() + PIECE_MS;
      if (!lessons.prepare(() => performance.now() < end)) timer = setTimeout(work, PAUSE_MS);
    };
    let timer = setTimeout(work, FIRST_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [lessons]);
}
