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

/** Brings something back; whatever shows it is asked for again. */
export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, id, sequence }: Restored) => {
      const params = { id };
      if (kind === 'lesson') await api.restoreLesson({ params });
      else await api.restoreScreen({ params, body: sequence === undefined ? {} : { sequence } });
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
