import { queryOptions, useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { TrashedLessonItem, TrashedSheet } from '#contract/trash.ts';
import { api } from '#web/platform/api.ts';
import { coursesQuery, lessonQuery, lessonsQuery, pathsQuery, releasesQuery, screensQuery } from '#web/platform/queries.ts';

/** What was deleted in the last 30 days. */
export const trashQuery = queryOptions({
  queryKey: ['trash'],
  queryFn: ({ signal }) => api.listTrash(undefined, { signal }),
  // Things come here from other pages, and by other people.
  staleTime: 0,
});

/** A lesson, or what was in one, that is restored. */
interface RestoredToLesson extends Pick<TrashedLessonItem, 'kind' | 'id' | 'lesson_id'> {
  /** Where a screen goes, counted from 1; absent: the end. */
  place?: number;
}

/** What is restored. */
export type Restored = RestoredToLesson | Pick<TrashedSheet, 'kind' | 'id' | 'lesson_id'>;

/** Where it is again: a screen, or, with null, the lesson, course or path as a whole. */
export interface Place {
  screen_id: number | null;
}

/** Brings something back; whatever shows it is asked for again. */
export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (restored: Restored): Promise<Place> => {
      const params = { id: restored.id };
      if (restored.kind === 'screen')
        return api.restoreScreen({ params, body: restored.place === undefined ? {} : { sequence: restored.place } });
      if (restored.kind === 'course') await api.restoreCourse({ params, body: {} });
      else if (restored.kind === 'path') await api.restorePath({ params, body: {} });
      else if (restored.kind === 'lesson') await api.restoreLesson({ params });
      else return api.restoreItem({ params });
      return { screen_id: null };
    },
    onSuccess: (_done, { kind, id }) => {
      client.setQueryData(trashQuery.queryKey, (items) => items?.filter((item) => item.kind !== kind || item.id !== id));
    },
    // Also when it failed: somebody else may have been faster.
    onSettled: async (_done, _error, restored) => {
      const stale = [trashQuery, releasesQuery, ...showing(restored)];
      await Promise.all(stale.map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    },
  });
}

/** The queries that tell of it. */
function showing(restored: Restored): readonly { queryKey: QueryKey }[] {
  const { kind, id, lesson_id } = restored;
  if (lesson_id !== null) return [lessonsQuery, lessonQuery(lesson_id), screensQuery(lesson_id)];
  return [kind === 'course' ? coursesQuery : pathsQuery, { queryKey: [kind, id] }];
}
