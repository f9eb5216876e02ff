import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Lesson, lessonRoutes, LessonRow } from '#contract/lessons.ts';
import type { RouteRequest } from '#contract/route.ts';
import { api } from '#web/platform/api.ts';
import { lessonQuery, lessonsQuery, screensQuery } from '#web/platform/queries.ts';

type LessonInput = RouteRequest<typeof lessonRoutes.createLesson>['body'];
type LessonSave = RouteRequest<typeof lessonRoutes.saveLesson>['body'];

/** Makes a lesson in one's drafts. */
export function useCreateLesson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: LessonInput) => api.createLesson({ body }),
    onSuccess: (lesson) => takeIn(client, lesson),
  });
}

/** Copies a lesson into one's drafts. */
export function useCloneLesson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (lesson: Pick<LessonRow, 'id'>) => api.cloneLesson({ params: { id: lesson.id } }),
    onSuccess: (lesson) => takeIn(client, lesson),
  });
}

/** Saves fields of a lesson; the others stay as they are. */
export function useSaveLesson(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: LessonSave) => api.saveLesson({ params: { id: lessonId }, body }),
    onSuccess: (lesson) => takeIn(client, lesson),
  });
}

export function useDeleteLesson(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.deleteLesson({ params: { id: lessonId } }),
    onSuccess: () => {
      client.setQueryData(lessonsQuery.queryKey, (rows) => rows?.filter((row) => row.id !== lessonId));
      void client.invalidateQueries({ queryKey: lessonsQuery.queryKey });
    },
  });
}

/** Adds a screen at a place, counted from 1. */
export function useAddScreen(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sequence: number) => api.createScreen({ params: { id: lessonId }, body: { sequence } }),
    onSuccess: ({ screens }) => client.setQueryData(screensQuery(lessonId).queryKey, screens),
  });
}

/** The page and the list show what was answered at once; the list is asked for again when it is next looked at. */
function takeIn(client: QueryClient, lesson: Lesson): void {
  client.setQueryData(lessonQuery(lesson.id).queryKey, (known) => (known ? withNewerCommit(lesson, known) : lesson));
  client.setQueryData(lessonsQuery.queryKey, (rows) => rows?.map((row) => (row.id === lesson.id ? { ...row, ...rowOf(lesson) } : row)));
  void client.invalidateQueries({ queryKey: lessonsQuery.queryKey });
}

/** The live connection may have told of the commit before the save was answered: that is not taken back. */
function withNewerCommit(lesson: Lesson, known: Lesson): Lesson {
  const isBehind = known.revision === lesson.revision && (known.commit_status?.at ?? '') > (lesson.commit_status?.at ?? '');
  return isBehind ? { ...lesson, commit_status: known.commit_status } : lesson;
}

function rowOf(lesson: Lesson): Partial<LessonRow> {
  const { title, type, author, language, is_assessment, last_updated, revision } = lesson;
  return { title, type, author, language, is_assessment, last_updated, revision };
}
