import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { unpackLessons } from '../contract/lesson-columns.ts';

// The cached lessons and their parts. A feature that changes one of them sets or invalidates its query.

/** Every version of every lesson visible to the user. */
export const lessonsQuery = queryOptions({
  queryKey: ['lessons'],
  queryFn: async ({ signal }) => unpackLessons(await api.listLessonColumns(undefined, { signal })),
});

/** A lesson's metadata. */
export function lessonQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId],
    queryFn: ({ signal }) => api.getLesson({ params: { id: lessonId } }, { signal }),
  });
}

/** The names and states of a lesson's screens, in order. */
export function screenNamesQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'screens'],
    queryFn: ({ signal }) => api.listScreenNames({ params: { id: lessonId } }, { signal }),
  });
}

/** One screen with everything that it holds. */
export function screenQuery(lessonId: number, screenId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'screens', screenId],
    queryFn: ({ signal }) => api.getScreen({ params: { lessonId, screenId } }, { signal }),
  });
}

/** All screens of a lesson with everything that they hold, which may be 25 MB: only for what can't be answered without. */
export function screenTextsQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'screens', 'texts'],
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

/** The features of lessons that a runner offers now. */
export const runnerFeaturesQuery = queryOptions({
  queryKey: ['runner-features'],
  queryFn: ({ signal }) => api.listRunnerFeatures(undefined, { signal }),
});

/** The languages that runners can run now, with their versions. */
export const runnerLanguagesQuery = queryOptions({
  queryKey: ['runner-languages'],
  queryFn: ({ signal }) => api.getRunnerLanguages(undefined, { signal }),
});

/** The lessons that are templates of the team; staff only. */
export const lessonTemplatesQuery = queryOptions({
  queryKey: ['lesson-templates'],
  queryFn: ({ signal }) => api.listLessonTemplates(undefined, { signal }),
});
