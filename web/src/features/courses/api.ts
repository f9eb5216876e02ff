import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Course, CourseFields } from '#contract/courses.ts';
import { api } from '#web/platform/api.ts';
import type { OperationContext } from '#web/platform/operation.ts';
import { coursesQuery, lessonsQuery } from '#web/platform/queries.ts';

/** One course. */
export function courseQuery(courseId: number) {
  return queryOptions({
    queryKey: ['course', courseId],
    queryFn: ({ signal }) => api.getCourse({ params: { id: courseId } }, { signal }),
  });
}

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

/** Makes a course. */
export function useCreateCourse() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { sequence: number; name: string; release_id: number | null }) => api.createCourse({ body }),
    onSuccess: (course) => putCourse(client, course),
    onSettled: () => refreshList(client),
  });
}

/** Reads courses from the branch of a release. */
export function useImportCourses() {
  const client = useQueryClient();
  return async (releaseId: number, sequences: number[], { operationId }: OperationContext) => {
    try {
      const { courses, invalidCourses } = await api.importCourses({
        params: { releaseId },
        body: { sequences, operation_id: operationId },
      });
      return { count: courses.length, invalid: invalidCourses };
    } finally {
      void client.invalidateQueries({ queryKey: ['course'] });
      void refreshList(client);
    }
  };
}

/** Copies a course into another release. */
export function useCopyCourse() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, releaseId }: { id: number; releaseId: number }) => api.copyCourse({ params: { id, releaseId }, body: {} }),
    onSuccess: (course) => putCourse(client, course),
    onSettled: () => refreshList(client),
  });
}

/** Takes a course out of its release. */
export function useDeleteCourse() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.deleteCourse({ params: { id } }),
    onSuccess: (courses) => client.setQueryData(coursesQuery.queryKey, courses),
    onSettled: () => refreshList(client),
  });
}

/** Brings a deleted course back. @throws ApiError when its number was taken meanwhile */
export async function restoreCourse(client: QueryClient, id: number): Promise<void> {
  putCourse(client, await api.restoreCourse({ params: { id }, body: {} }));
  await refreshList(client);
}

/** Saves fields of a course, and answers it as it is then. */
export async function saveCourse(
  client: QueryClient,
  courseId: number,
  fields: Partial<CourseFields> & { revision: number },
): Promise<Course> {
  const course = await api.updateCourse({ params: { id: courseId }, body: fields });
  putCourse(client, course);
  void refreshList(client);
  return course;
}

/** What is done to the lessons of a course; each answers them as they are then. */
export function useCourseLessons(course: Pick<Course, 'id' | 'release_id'>) {
  const client = useQueryClient();
  const { id } = course;
  const add = useMutation({
    mutationFn: async (lessonIds: number[]) => {
      for (const lessonId of lessonIds) {
        const lessons = await api.addCourseLesson({ params: { id, lessonId }, body: {} });
        client.setQueryData(courseLessonsQuery(id).queryKey, lessons);
      }
    },
    onSettled: () => refreshCourse(client, id),
  });
  const create = useMutation({
    mutationFn: ({ sequence, title }: { sequence: number; title: string }) =>
      api.createLesson({ body: { sequence, title, release_id: course.release_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: lessonsQuery.queryKey }),
  });
  return { add, create };
}

/** Asks again for a course and the list after its lessons were changed: numbers of lessons and the state of its commit. */
export function refreshCourse(client: QueryClient, courseId: number): void {
  void client.invalidateQueries({ queryKey: courseQuery(courseId).queryKey, exact: true });
  void refreshList(client);
}

function putCourse(client: QueryClient, course: Course): void {
  client.setQueryData(courseQuery(course.id).queryKey, course);
}

function refreshList(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: coursesQuery.queryKey });
}
