import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Release } from '#features/releases/contract/releases.ts';
import { listedScreens, NAMES_ONLY } from '#features/screens/contract/listed-screen.ts';
import type { RouteRequest } from '#platform/contract/route.ts';
import { api } from '#platform/web/api.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import type { Lesson, lessonRoutes, LessonRow } from '../contract/lessons.ts';
import { lessonQuery, lessonsQuery, screenNamesQuery } from './queries.ts';

type LessonInput = RouteRequest<typeof lessonRoutes.createLesson>['body'];
type LessonSave = RouteRequest<typeof lessonRoutes.saveLesson>['body'];

/** Creates a lesson in the user's drafts. With `from`, the id of a lesson, it is a copy of that one. */
export function useCreateLesson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ from, ...body }: LessonInput & { from?: number | undefined }) => {
      if (from === undefined) return api.createLesson({ body });
      const { sequence, title = '' } = body;
      return { ...(await api.duplicateLesson({ params: { id: from }, body: { sequence, title } })), screens: [] };
    },
    onSuccess: (lesson) => takeIn(client, lesson),
  });
}

/** Copies a lesson into the user's drafts. */
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

/** Import Lesson: reads the rest of a shallow lesson from its branch. */
export function useImportLesson(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.importLesson({ params: { id: lessonId }, body: {} }),
    onSuccess: ({ lesson, screens }) => {
      client.setQueryData(screenNamesQuery(lessonId).queryKey, listedScreens(screens));
      takeIn(client, lesson);
    },
  });
}

export function useDeleteLesson(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.deleteLesson({ params: { id: lessonId } }),
    onSuccess: () => {
      changeQueryData(client, lessonsQuery.queryKey, (rows) => rows?.filter((row) => row.id !== lessonId));
    },
  });
}

/** Syncs a lesson with its branch. */
export function useSyncWithBranch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (lesson: Pick<LessonRow, 'id'>) => api.syncLesson({ params: { id: lesson.id }, body: {} }),
    onSuccess: ({ outcome: _outcome, ...lesson }) => takeIn(client, lesson),
  });
}

/** What came of copying or moving lessons. */
interface Brought {
  /** Why some were refused, by id. */
  refused: ReadonlyMap<number, string>;
  /** Ids of those that a stopped move has not reached. */
  left: ReadonlySet<number>;
}

/** Copies lessons into a release, or moves them there: one call for each release that they come from. Stop ends a move after a lesson. */
export async function bringLessonsTo(
  release: Pick<Release, 'id'>,
  lessons: readonly Pick<LessonRow, 'id' | 'sequence' | 'release_id'>[],
  { move, operationId }: { move: boolean; operationId: string },
): Promise<Brought> {
  const refused = new Map<number, string>();
  const left = new Set<number>();
  for (const [from, its] of Map.groupBy(lessons, ({ release_id }) => release_id)) {
    const body = { lessons_list: its.map(({ sequence }) => sequence), from_release: from, move, operation_id: operationId };
    // Once it was stopped, the lessons of further releases stay, too.
    if (left.size > 0) {
      for (const { id } of its) left.add(id);
      continue;
    }
    const { invalidLessons, leftLessons } = await api.updateRelease({ params: { id: release.id }, body });
    for (const { id, sequence } of its) {
      const reason = invalidLessons[sequence];
      if (reason !== undefined) refused.set(id, reason);
      if (leftLessons.includes(sequence)) left.add(id);
    }
  }
  return { refused, left };
}

/** Adds a screen at a position, counted from 1. */
export function useAddScreen(lessonId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sequence: number) => api.createScreen({ params: { id: lessonId }, query: NAMES_ONLY, body: { sequence } }),
    onSuccess: ({ screens }) => client.setQueryData(screenNamesQuery(lessonId).queryKey, listedScreens(screens)),
  });
}

/** The page and the list show the reply at once. */
function takeIn(client: QueryClient, lesson: Lesson): void {
  changeQueryData(client, lessonQuery(lesson.id).queryKey, (known) => (known ? withNewerCommit(lesson, known) : lesson));
  changeQueryData(client, lessonsQuery.queryKey, (rows) => rows?.map((row) => (row.id === lesson.id ? { ...row, ...rowOf(lesson) } : row)));
}

/** The live connection may be faster than the reply to the save: a newer commit status from it stays. */
function withNewerCommit(lesson: Lesson, known: Lesson): Lesson {
  const isBehind = known.revision === lesson.revision && (known.commit_status?.at ?? '') > (lesson.commit_status?.at ?? '');
  return isBehind ? { ...lesson, commit_status: known.commit_status } : lesson;
}

function rowOf(lesson: Lesson): Partial<LessonRow> {
  const { title, type, author, language, is_assessment, last_updated, revision } = lesson;
  return { title, type, author, language, is_assessment, last_updated, revision };
}
