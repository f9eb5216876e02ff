import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { unpackLessons } from '#contract/lesson-columns.ts';
import type { CurrentUser } from '#contract/users.ts';
import { api } from './api.ts';

/**
 * What more than one feature reads, under one name each, so that a save in one shows in all. A feature that changes
 * something sets or invalidates these.
 */
export const currentUserQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => api.getUser(undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Every version of every lesson that the user sees. */
export const lessonsQuery = queryOptions({
  queryKey: ['lessons'],
  queryFn: async ({ signal }) => unpackLessons(await api.listLessonColumns(undefined, { signal })),
});

/** The releases; staff only. */
export const releasesQuery = queryOptions({
  queryKey: ['releases'],
  queryFn: ({ signal }) => api.listReleases(undefined, { signal }),
});

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

/** One lesson's metadata. */
export function lessonQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId],
    queryFn: ({ signal }) => api.getLesson({ params: { id: lessonId } }, { signal }),
  });
}

/** The screens of a lesson in their order. */
export function screensQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'screens'],
    queryFn: ({ signal }) => api.listScreens({ params: { id: lessonId } }, { signal }),
  });
}

/** The data files of a lesson, by name. */
export function dataFilesQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'data-files'],
    queryFn: ({ signal }) => api.listDataFiles({ params: { id: lessonId } }, { signal }),
  });
}

/** Who is signed in. Only for pages behind the sign-in: there it is known before they are shown. */
export function useCurrentUser(): CurrentUser {
  return useSuspenseQuery(currentUserQuery).data;
}
