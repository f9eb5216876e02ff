import { queryOptions, useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { coursesQuery, pathsQuery } from '#features/curricula/web/queries.ts';
import { lessonQuery, lessonsQuery, screenNamesQuery } from '#features/lessons/web/queries.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { api } from '#platform/web/api.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import type { TrashedLessonItem, TrashedCurriculum } from '../contract.ts';

/** Items deleted in the last 30 days. */
export const trashQuery = queryOptions({
  queryKey: ['trash'],
  queryFn: ({ signal }) => api.listTrash(undefined, { signal }),
  // Other pages and users delete things.
  staleTime: 0,
});

/** A lesson, or something in a lesson, to restore. */
interface RestoredToLesson extends Pick<TrashedLessonItem, 'kind' | 'id' | 'lesson_id'> {
  /** New position of a screen, counted from 1; missing: where it was. */
  place?: number;
}

/** What to restore. */
export type Restored = RestoredToLesson | Pick<TrashedCurriculum, 'kind' | 'id' | 'lesson_id'>;

/** Where the item is again: a screen or, with null, the whole lesson, course or path. */
export interface RestoredTo {
  screen_id: number | null;
}

/** Restores one item, whatever its kind. */
export async function restoreItem(restored: Restored): Promise<RestoredTo> {
  const params = { id: restored.id };
  if (restored.kind === 'screen')
    return api.restoreScreen({ params, body: restored.place === undefined ? {} : { sequence: restored.place } });
  if (restored.kind === 'course') await api.restoreCourse({ params, body: {} });
  else if (restored.kind === 'path') await api.restorePath({ params, body: {} });
  else if (restored.kind === 'lesson') await api.restoreLesson({ params });
  else return api.restoreItem({ params });
  return { screen_id: null };
}

/** Restores an item and refetches whatever shows it. */
export function useRestoreItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: restoreItem,
    onSuccess: (_done, { kind, id }) => {
      changeQueryData(client, trashQuery.queryKey, (items) => items?.filter((item) => item.kind !== kind || item.id !== id));
    },
    // Also after a failure: someone else may have restored it first.
    onSettled: async (_done, _error, restored) => {
      const stale = [trashQuery, releasesQuery, ...showing(restored)];
      await Promise.all(stale.map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    },
  });
}

/** The queries that a restored item affects. */
export function showing(restored: Restored): readonly { queryKey: QueryKey }[] {
  const { kind, id, lesson_id } = restored;
  if (lesson_id !== null) return [lessonsQuery, lessonQuery(lesson_id), screenNamesQuery(lesson_id)];
  return [kind === 'course' ? coursesQuery : pathsQuery, { queryKey: [kind, id] }];
}
