import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api as routes } from '#app/contract/api.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import type { Release, releaseRoutes } from '#features/releases/contract/releases.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import type { RouteReply, RouteRequest } from '#platform/contract/route.ts';
import { api } from '#platform/web/api.ts';
import type { OperationContext } from '#platform/web/operation.ts';
import { upload } from '#platform/web/upload.ts';
import { useLive } from '#platform/web/use-live.ts';
import type { ReleaseResult } from './release-result.ts';

type NewRelease = Omit<RouteRequest<typeof releaseRoutes.createRelease>['body'], 'operation_id'>;
type ReleaseChange = Omit<RouteRequest<typeof releaseRoutes.updateRelease>['body'], 'operation_id'>;
type ZipReply = RouteReply<typeof releaseRoutes.createReleaseFromZip>;

/** Creates a release with a new branch, or from an existing one. */
export async function createRelease(body: NewRelease, { operationId }: OperationContext): Promise<ReleaseResult> {
  const { invalidLessons: invalid, ...release } = await api.createRelease({ body: { ...body, operation_id: operationId } });
  return { release, invalid, refused: [] };
}

/** Renames a release and copies lessons into it. */
export function updateRelease(id: number, body: ReleaseChange, { operationId }: OperationContext) {
  return api.updateRelease({ params: { id }, body: { ...body, operation_id: operationId } });
}

/** Imports lessons from the branch of a release. */
export function importLessons(release: Pick<Release, 'name' | 'version_major'>, lessons: number[], { operationId }: OperationContext) {
  return api.importLessons({ body: { name: release.name, version_major: release.version_major, lessons, operation_id: operationId } });
}

/** Uploads a zip of lesson folders and creates a release from it. Until the upload ends, Stop cancels it. */
export function createReleaseFromZip(
  given: { name: string; branch: string; file: File },
  { operationId, signal, reportProgress: tellHere, handOver }: OperationContext,
): Promise<ZipReply> {
  return upload(routes.createReleaseFromZip, {
    fields: { releaseName: given.name, branchName: given.branch, operation_id: operationId, file: given.file },
    signal,
    onProgress: (sent, total) => {
      tellHere(sent < total ? { doing: 'Uploading the file', done: toKilobytes(sent), total: toKilobytes(total) } : READING);
      if (sent >= total) handOver();
    },
  });
}

const READING = { doing: 'Reading the file', done: 0, total: null };

function toKilobytes(bytes: number): number {
  return Math.ceil(bytes / 1_024);
}

export function useDeleteRelease() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (release: Release) => api.deleteRelease({ params: { id: release.id } }),
    onSuccess: (releases) => client.setQueryData(releasesQuery.queryKey, releases),
  });
}

/** Refetches the releases and their lessons. */
export function useRefreshReleases(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => refreshReleases(client), [client]);
}

async function refreshReleases(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: releasesQuery.queryKey }),
    client.invalidateQueries({ queryKey: lessonsQuery.queryKey }),
  ]);
}

/** Follows commits, pull requests and other users' changes. */
export function useReleaseEvents(): void {
  const client = useQueryClient();
  const refresh = () => void refreshReleases(client);
  useLive('releases:all', { onEvent: ({ type }) => type === 'release-changed' && refresh(), onResume: refresh });
}
