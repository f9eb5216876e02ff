import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { mutationsSettled } from '#platform/web/mutations-settled.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import type { Step, StepCourse, StepFields } from '../contract/paths.ts';
import { curriculumQuery, refreshCurriculum } from './api.ts';
import { PATHS } from './kinds.ts';

/** The steps of a path in their order. Also caches their courses. */
export function stepsQuery(trackId: number) {
  return queryOptions({
    queryKey: ['path', trackId, 'steps'],
    queryFn: async ({ client, signal }) => {
      const askedAt = Date.now();
      const outline = await api.getPathOutline({ params: { trackId } }, { signal });
      return outline.map(({ courses, ...step }) => {
        putCourses(client, step.id, courses, askedAt);
        return step;
      });
    },
  });
}

/** The courses of a step in their order. Fetched alone only where {@link stepsQuery} did not cache them. */
export function stepCoursesQuery(stepId: number) {
  return queryOptions({
    queryKey: ['step', stepId, 'courses'],
    queryFn: ({ signal }) => api.listStepCourses({ params: { stepId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Courses that were moved on this page since the request stay as they are shown. */
function putCourses(client: QueryClient, stepId: number, courses: StepCourse[], askedAt: number): void {
  const { queryKey } = stepCoursesQuery(stepId);
  const isNewer = (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > askedAt;
  if (!isNewer && client.isMutating({ mutationKey: ['order'] }) === 0) client.setQueryData(queryKey, courses);
}

/** Fetches a path and its steps while the code of its page is loading. */
export async function loadPath(client: QueryClient, trackId: number): Promise<void> {
  await Promise.all([client.query(curriculumQuery(PATHS, trackId)), client.query(stepsQuery(trackId))]);
}

/** Saves fields of a step, and returns it as it is then. */
export async function saveStep(
  client: QueryClient,
  pathId: number,
  stepId: number,
  fields: Partial<StepFields> & { revision: number },
): Promise<Step> {
  // The server knows a step that is put back only once that is stored.
  await mutationsSettled(client, ['order']);
  const step = await api.updateStep({ params: { stepId }, body: fields });
  changeQueryData(client, stepsQuery(pathId).queryKey, (steps) => steps?.map((each) => (each.id === stepId ? step : each)));
  return step;
}

/** Attaches a new step at the end of a path. */
export async function attachStep(client: QueryClient, trackId: number, stepId: number): Promise<void> {
  const steps = await api.attachStep({ params: { trackId, stepId }, body: {} });
  client.setQueryData(stepsQuery(trackId).queryKey, steps);
  refreshCurriculum(client, PATHS, trackId);
}

/** Adds courses at the end of a step, one after the other: if one is refused, those before it are added. */
export function useAddCourses({ pathId, stepId }: { pathId: number; stepId: number }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (courseIds: number[]) => {
      for (const courseId of courseIds) {
        const courses = await api.addStepCourse({ params: { stepId, courseId }, body: {} });
        client.setQueryData(stepCoursesQuery(stepId).queryKey, courses);
      }
    },
    onSettled: () => refreshCurriculum(client, PATHS, pathId),
  });
}
