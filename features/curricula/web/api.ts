import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { OperationContext } from '#platform/web/operation.ts';
import type { CurriculumSummary } from '../contract/curricula.ts';
import type { CurriculumKind } from './kinds.ts';

/** The courses, or paths, of every release: `coursesQuery` and `pathsQuery` of the platform. */
export function listQuery<S extends CurriculumSummary, I extends S, F extends object>(kind: CurriculumKind<S, I, F>) {
  return queryOptions({ queryKey: [`${kind.noun}s`], queryFn: ({ signal }) => kind.list(signal) });
}

/** One course or path. */
export function curriculumQuery<S extends CurriculumSummary, I extends S, F extends object>(kind: CurriculumKind<S, I, F>, id: number) {
  return queryOptions({ queryKey: [kind.noun, id], queryFn: ({ signal }) => kind.get(id, signal) });
}

/** Creates a course or a path. */
export function useCreate<S extends CurriculumSummary, I extends S, F extends object>(kind: CurriculumKind<S, I, F>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: kind.create,
    onSuccess: (item) => putItem(client, kind, item),
    onSettled: () => refreshList(client, kind),
  });
}

/** Imports courses or paths from the branch of a release. */
export function useImport(kind: CurriculumKind) {
  const client = useQueryClient();
  return async (releaseId: number, sequences: number[], { operationId }: OperationContext) => {
    try {
      return await kind.import(releaseId, { sequences, operation_id: operationId });
    } finally {
      void client.invalidateQueries({ queryKey: [kind.noun] });
      void client.invalidateQueries({ queryKey: ['step'] });
      void refreshList(client, kind);
    }
  };
}

/** Copies a course or a path into another release. */
export function useCopy<S extends CurriculumSummary, I extends S, F extends object>(kind: CurriculumKind<S, I, F>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: kind.copy,
    onSuccess: (item) => putItem(client, kind, item),
    onSettled: () => refreshList(client, kind),
  });
}

/** Deletes a course or a path from its release. */
export function useDelete(kind: CurriculumKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: kind.delete,
    onSuccess: (rest) => client.setQueryData(listQuery(kind).queryKey, rest),
    onSettled: () => refreshList(client, kind),
  });
}

/** Restores a deleted course or path. @throws ApiError when its number is in use again */
export async function restore(client: QueryClient, kind: CurriculumKind, id: number): Promise<void> {
  putItem(client, kind, await kind.restore(id));
}

/** Saves fields of a course or a path, and returns it as it is then. */
export async function saveCurriculum<S extends CurriculumSummary, I extends S, F extends object>(
  client: QueryClient,
  kind: CurriculumKind<S, I, F>,
  id: number,
  body: Partial<F> & { revision: number },
): Promise<I> {
  const item = await kind.save(id, body);
  putItem(client, kind, item);
  return item;
}

/** Fetches a course or a path and the list again after its lessons or steps changed: their number, and the state of its commit. */
export function refreshCurriculum(client: QueryClient, kind: CurriculumKind, id: number): void {
  void client.invalidateQueries({ queryKey: [kind.noun, id], exact: true });
  void refreshList(client, kind);
}

function putItem(client: QueryClient, kind: CurriculumKind, item: CurriculumSummary): void {
  client.setQueryData([kind.noun, item.id], item);
}

function refreshList(client: QueryClient, kind: CurriculumKind): Promise<void> {
  return client.invalidateQueries({ queryKey: listQuery(kind).queryKey });
}
