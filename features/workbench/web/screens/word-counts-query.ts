import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

/** The words of each screen of a lesson. Loaded again for each screen that is opened: saves of the one before aren't in it. */
export function wordCountsQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'words'],
    queryFn: ({ signal }) => api.countWords({ params: { id: lessonId } }, { signal }),
    staleTime: 0,
  });
}
