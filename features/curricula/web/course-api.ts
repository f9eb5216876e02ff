import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { refreshCurriculum } from './api.ts';
import { COURSES } from './kinds.ts';

/** The lessons of a course in their order. */
export function courseLessonsQuery(courseId: number) {
  return queryOptions({
    queryKey: ['course', courseId, 'lessons'],
    queryFn: ({ signal }) => api.listCourseLessons({ params: { id: courseId } }, { signal }),
  });
}

/** The paths that have a course in a step. */
export function coursePathsQuery(courseId: number) {
  return queryOptions({
    queryKey: ['course', courseId, 'paths'],
    queryFn: ({ signal }) => api.listCoursePaths({ params: { id: courseId } }, { signal }),
  });
}

/** Adds lessons at the end of a course, one after the other: if one is refused, those before it are added. */
export function useAddLessons(courseId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (lessonIds: number[]) => {
      for (const lessonId of lessonIds) {
        const lessons = await api.addCourseLesson({ params: { id: courseId, lessonId }, body: {} });
        client.setQueryData(courseLessonsQuery(courseId).queryKey, lessons);
      }
    },
    onSettled: () => refreshCurriculum(client, COURSES, courseId),
  });
}
