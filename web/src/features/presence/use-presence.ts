import { useEffect, useState } from 'react';
import type { LessonEvent } from '#contract/live.ts';
import { live } from '#web/platform/live.ts';
import { useCurrentUser } from '#web/platform/queries.ts';

export type Present = Extract<LessonEvent, { type: 'presence' }>['people'][number];

const NOBODY: readonly Present[] = [];

/**
 * Who else has the lesson open, by name, and where (product §10.1); says of oneself where one is: on a screen, or (null) on the
 * page of the lesson.
 */
export function usePresence(lessonId: number, screenId: number | null): readonly Present[] {
  const { id: ownId } = useCurrentUser();
  const [people, setPeople] = useState(NOBODY);
  // Before the place is told: only who listens to a lesson is present in it.
  useEffect(() => {
    const stop = live.subscribe(`lesson:${lessonId}`, (event) => {
      if (event.type === 'presence') setPeople(event.people.filter(({ id }) => id !== ownId));
    });
    return () => {
      stop();
      setPeople(NOBODY);
    };
  }, [lessonId, ownId]);
  useEffect(() => live.enter(lessonId, screenId), [lessonId, screenId]);
  return people;
}
