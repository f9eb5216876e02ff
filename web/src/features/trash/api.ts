import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TrashItem } from '#contract/trash.ts';
import { api } from '#web/platform/api.ts';
import { lessonQuery, lessonsQuery, releasesQuery, screensQuery } from '#web/platform/queries.ts';

/** What was deleted in the last 30 days. */
export const trashQuery = queryOptions({
  queryKey: ['trash'],
  queryFn: ({ signal }) => api.listTrash(undefined, { signal }),
  // Things come here from other pages, and by other people.
  staleTime: 0,
});

/** What is restored. */
export interface Restored extends Pick<TrashItem, 'kind' | 'id' | 'lesson_id'> {
  /** Where a screen goes, counted from 1; absent: the end. */
  sequence?: number;
}

/** Where it is again: a screen, or, with null, the lesson as a whole. */
export interface Place {
  screen_id: number | null;
}

/**
 * Looks for what was just taken out of a lesson: of several with one name the last. Undefined: somebody else has brought it back.
 */
export async function findDeleted({
  kind,
  lesson_id,
  name,
}: Pick<TrashItem, 'kind' | 'lesson_id' | 'name'>): Promise<TrashItem | undefined> {
  const items = await api.listTrash();
  return items.find((item) => item.kind === kind && item.lesson_id === lesson_id && item.name === name);
}

/** Brings something back; whatever shows it is asked for again. */
export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, id, sequence }: Restored): Promise<Place> => {
      const params = { id };
      if (kind === 'screen') return api.restoreScreen({ params, body: sequence === undefined ? {} : { sequence } });
      if (kind !== 'lesson') return api.restoreItem({ params });
      await api.restoreLesson({ params });
      return { screen_id: null };
    },
    onSuccess: (_done, { kind, id }) => {
      client.setQueryData(trashQuery.queryKey, (items) => items?.filter((item) => item.kind !== kind || item.id !== id));
    },
    // Also when it failed: somebody else may have been faster.
    onSettled: async (_done, _error, { lesson_id }) => {
      const stale = [trashQuery, lessonsQuery, releasesQuery, lessonQuery(lesson_id), screensQuery(lesson_id)];
      await Promise.all(stale.map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    },
  });
}
