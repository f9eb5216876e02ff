import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';

/** The courses of every release; external authors get the latest version of each number. */
export const coursesQuery = queryOptions({
  queryKey: ['courses'],
  queryFn: ({ signal }) => api.listCourses(undefined, { signal }),
});

/** The paths of every release; staff only. */
export const pathsQuery = queryOptions({
  queryKey: ['paths'],
  queryFn: ({ signal }) => api.listPaths(undefined, { signal }),
});

/** The courses, paths and other lessons that use a lesson; staff only. */
export function lessonUsesQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'uses'],
    queryFn: ({ signal }) => api.listLessonUses({ params: { id: lessonId } }, { signal }),
  });
}
