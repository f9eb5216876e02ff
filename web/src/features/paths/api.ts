import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Path, PathFields, Step, StepCourse, StepFields } from '#contract/paths.ts';
import { api } from '#web/platform/api.ts';
import type { OperationContext } from '#web/platform/operation.ts';
import { coursesQuery, pathsQuery } from '#web/platform/queries.ts';

/** One path. */
export function pathQuery(trackId: number) {
  return queryOptions({
    queryKey: ['path', trackId],
    queryFn: ({ signal }) => api.getPath({ params: { trackId } }, { signal }),
  });
}

/** The steps of a path in their order. Their courses come with them. */
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

/** The courses of a step in their order. Asked for by itself only where they did not come with the steps of its path. */
export function stepCoursesQuery(stepId: number) {
  return queryOptions({
    queryKey: ['step', stepId, 'courses'],
    queryFn: ({ signal }) => api.listStepCourses({ params: { stepId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Courses that were moved on this page since they were asked for stay as they are shown. */
function putCourses(client: QueryClient, stepId: number, courses: StepCourse[], askedAt: number): void {
  const { queryKey } = stepCoursesQuery(stepId);
  const isNewer = (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > askedAt;
  if (!isNewer && client.isMutating({ mutationKey: ['order'] }) === 0) client.setQueryData(queryKey, courses);
}

/** Asks for a path and its steps while its page is still on its way. */
export async function loadPath(client: QueryClient, trackId: number): Promise<void> {
  await Promise.all([client.query(pathQuery(trackId)), client.query(stepsQuery(trackId))]);
}

/** Makes a path. */
export function useCreatePath() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ sequence, name }: { sequence: number; name: string }) => api.createPath({ body: { sequence, name } }),
    onSuccess: (path) => putPath(client, path),
    onSettled: () => refreshList(client),
  });
}

/** Reads paths from the branch of a release. */
export function useImportPaths() {
  const client = useQueryClient();
  return async (releaseId: number, sequences: number[], { operationId }: OperationContext) => {
    try {
      const { tracks, invalidTracks } = await api.importPaths({ params: { releaseId }, body: { sequences, operation_id: operationId } });
      return { count: tracks.length, invalid: invalidTracks };
    } finally {
      void client.invalidateQueries({ queryKey: ['path'] });
      void client.invalidateQueries({ queryKey: ['step'] });
      void refreshList(client);
    }
  };
}

/** Copies a path with its steps into another release. */
export function useCopyPath() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, releaseId }: { id: number; releaseId: number }) => api.copyPath({ params: { id, releaseId }, body: {} }),
    onSuccess: (path) => putPath(client, path),
    onSettled: () => refreshList(client),
  });
}

/** Takes a path with its steps out of its release. */
export function useDeletePath() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.deletePath({ params: { id } }),
    onSuccess: (paths) => client.setQueryData(pathsQuery.queryKey, paths),
    onSettled: () => refreshList(client),
  });
}

/** Brings a deleted path back. @throws ApiError when its number was taken meanwhile */
export async function restorePath(client: QueryClient, id: number): Promise<void> {
  putPath(client, await api.restorePath({ params: { id }, body: {} }));
  await refreshList(client);
}

/** Saves fields of a path, and answers it as it is then. */
export async function savePath(client: QueryClient, pathId: number, fields: Partial<PathFields> & { revision: number }): Promise<Path> {
  const path = await api.updatePath({ params: { id: pathId }, body: fields });
  putPath(client, path);
  void refreshList(client);
  return path;
}

/** Saves fields of a step, and answers it as it is then. */
export async function saveStep(
  client: QueryClient,
  pathId: number,
  stepId: number,
  fields: Partial<StepFields> & { revision: number },
): Promise<Step> {
  const step = await api.updateStep({ params: { stepId }, body: fields });
  client.setQueryData(stepsQuery(pathId).queryKey, (steps) => steps?.map((each) => (each.id === stepId ? step : each)));
  void client.invalidateQueries({ queryKey: pathQuery(pathId).queryKey, exact: true });
  return step;
}

/** Puts a step that was made at the end of a path. */
export async function attachStep(client: QueryClient, trackId: number, stepId: number): Promise<void> {
  const steps = await api.attachStep({ params: { trackId, stepId }, body: {} });
  client.setQueryData(stepsQuery(trackId).queryKey, steps);
  refreshPath(client, trackId);
}

/** Adds courses at the end of a step, one after the other: those before one that is refused are in it. */
export function useAddCourses({ pathId, stepId }: { pathId: number; stepId: number }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (courseIds: number[]) => {
      for (const courseId of courseIds) {
        const courses = await api.addStepCourse({ params: { stepId, courseId }, body: {} });
        client.setQueryData(stepCoursesQuery(stepId).queryKey, courses);
      }
    },
    onSettled: () => refreshPath(client, pathId),
  });
}

/** Makes a course in a release, for a step. Answers its id. */
export async function createCourse(client: QueryClient, body: { sequence: number; name: string; release_id: number }): Promise<number> {
  const { id } = await api.createCourse({ body });
  void client.invalidateQueries({ queryKey: coursesQuery.queryKey });
  return id;
}

/** Asks again for a path and the list after something of it was changed: numbers of courses and the state of its commit. */
export function refreshPath(client: QueryClient, pathId: number): void {
  void client.invalidateQueries({ queryKey: pathQuery(pathId).queryKey, exact: true });
  void refreshList(client);
}

function putPath(client: QueryClient, path: Path): void {
  client.setQueryData(pathQuery(path.id).queryKey, path);
}

function refreshList(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: pathsQuery.queryKey });
}
