import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { unpackLessons } from '#contract/lesson-columns.ts';
import type { CurrentUser } from '#contract/users.ts';
import { api } from './api.ts';

/** Queries shared by several features, so that a save in one shows in all. A feature that changes something sets or invalidates them. */
export const currentUserQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => api.getUser(undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Every version of every lesson visible to the user. */
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

/** A lesson's metadata. */
export function lessonQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId],
    queryFn: ({ signal }) => api.getLesson({ params: { id: lessonId } }, { signal }),
  });
}

/** The screens of a lesson, in order. */
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

/** The signed-in user. Only for pages behind sign-in, where it is always loaded. */
export function useCurrentUser(): CurrentUser {
  return useSuspenseQuery(currentUserQuery).data;
}
