import { useEffect, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { LiveEvents } from '#platform/contract/live.ts';
import { live } from '#platform/web/live.ts';

export type Present = LiveEvents['presence']['people'][number];

const NOBODY: readonly Present[] = [];

/**
 * Who else has the lesson open, and where; also reports the user's own position: a screen, or (null) the lesson page.
 *
 * @param part The name of the text that the user writes in.
 */
export function usePresence(lessonId: number, screenId: number | null, part?: string): readonly Present[] {
  const { id: ownId } = useCurrentUser();
  const [people, setPeople] = useState(NOBODY);
  // Subscribe before reporting the position: only subscribers of a lesson count as present.
  useEffect(() => {
    const stop = live.subscribe(`lesson:${lessonId}`, (event) => {
      if (event.type === 'presence') setPeople(event.people.filter(({ id }) => id !== ownId));
    });
    return () => {
      stop();
      setPeople(NOBODY);
    };
  }, [lessonId, ownId]);
  useEffect(() => live.enter(lessonId, screenId, part), [lessonId, screenId, part]);
  return people;
}
