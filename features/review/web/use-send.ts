import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/web/api.ts';

interface Sending {
  /** The numbers of the lessons that are sent without the others, and the name of their release. Absent: all of the release is sent. */
  lessons?: readonly number[];
  name?: string;
  /** The lesson of an external author, who can't do more than start a review. */
  startOf?: number;
  texts: { title?: string; body?: string; reviewers?: number[]; groups?: number[] };
}

interface Named {
  id: number;
  name: string;
}

/**
 * Sends a release for review, or some of its lessons in a new one. If only the second of these two steps fails, `separated` is the new
 * release: trying again opens its review, and `moveBack` undoes the first step.
 */
export function useSend(source: Named) {
  const [separated, setSeparated] = useState<(Named & { lessons: readonly number[] }) | null>(null);
  const send = useMutation({
    mutationFn: async ({ lessons, name, startOf, texts }: Sending): Promise<Named> => {
      if (startOf !== undefined) {
        await api.startReview({ params: { id: startOf }, body: {} });
        return source;
      }
      const target = separated ?? (lessons && name !== undefined ? await separate(lessons, name) : source);
      await api.openPullRequest({ params: { id: target.id }, body: texts });
      return target;
    },
  });
  async function separate(lessons: readonly number[], name: string): Promise<Named> {
    const made = await api.separateLessons({ params: { id: source.id }, body: { name, lessons: [...lessons] } });
    setSeparated({ ...made, lessons });
    return made;
  }
  const moveBack = useMutation({
    mutationFn: async () => {
      if (!separated) return;
      const body = { lessons_list: [...separated.lessons], from_release: separated.id, move: true };
      const { invalidLessons } = await api.updateRelease({ params: { id: source.id }, body });
      const [reason] = Object.values(invalidLessons);
      if (reason !== undefined) throw new Error(reason);
      await api.deleteRelease({ params: { id: separated.id } });
    },
    onSuccess: () => {
      setSeparated(null);
      send.reset();
    },
  });
  return { send, moveBack, separated };
}
