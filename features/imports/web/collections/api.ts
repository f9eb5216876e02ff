import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api as routes } from '#app/contract/api.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { api } from '#platform/web/api.ts';
import type { OperationContext } from '#platform/web/operation.ts';
import { upload } from '#platform/web/upload.ts';
import type { CollectionReply } from '../../contract/collections.ts';
import type { ImportOptions } from '../files/api.ts';
import { zipFolder } from './zip-folder.ts';

/** The collections that were imported; staff only. */
export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: ({ signal }) => api.listCollections(undefined, { signal }),
});

/** Where a collection comes from. */
export type CollectionInput =
  | { kind: 'zip'; file: File | null }
  | { kind: 'folder'; files: readonly File[] }
  | { kind: 'git'; url: string; branch: string };

/** How its documents become lessons. */
export type CollectionOptions = Omit<ImportOptions, 'releaseId'>;

interface CollectionRequest {
  input: CollectionInput;
  options: CollectionOptions;
  firstNumber: number;
  /** Null: a new collection. */
  version: { collectionId: number; releaseId: number } | null;
  /** Null: only preview. */
  into: { documents: readonly string[]; courseName: string; releaseName: string; branchName: string; commit: string | null } | null;
}

const toKilobytes = (bytes: number) => Math.ceil(bytes / 1_024);

/** Previews or imports a collection. Until everything is sent, Stop cancels it here. */
export async function sendCollection(request: CollectionRequest, context: OperationContext): Promise<CollectionReply> {
  const { input, options, firstNumber, version, into } = request;
  const { operationId, signal, reportProgress, handOver } = context;
  if (input.kind === 'folder') reportProgress({ doing: 'Reading the folder', done: 0, total: null });
  const file = input.kind === 'zip' ? input.file : input.kind === 'folder' ? await zipFolder(input.files, signal) : null;
  const fields = {
    file,
    ...(input.kind === 'git' ? { git_url: input.url.trim(), git_branch: input.branch.trim(), git_commit: into?.commit } : {}),
    code: options.code,
    structure: options.structure,
    earlier_code: options.earlierCode,
    packages: options.packages,
    first_number: firstNumber,
    collection_id: version?.collectionId,
    release_id: version?.releaseId,
    dry_run: into === null,
    documents: into ? JSON.stringify(into.documents) : null,
    ...(into && version === null ? { course_name: into.courseName, release_name: into.releaseName, branch_name: into.branchName } : {}),
    operation_id: operationId,
  };
  return upload(routes.importCollection, {
    fields,
    signal,
    onProgress: (sent, total) => {
      const isSent = sent >= total;
      reportProgress({
        doing: isSent ? 'Reading the documents' : 'Sending the files',
        done: isSent ? 0 : toKilobytes(sent),
        total: isSent ? null : toKilobytes(total),
      });
      if (isSent) handOver();
    },
  });
}

/** Refetches the lists after an import. */
export function useRefreshAfterImport(): () => void {
  const client = useQueryClient();
  return () => {
    for (const { queryKey } of [lessonsQuery, releasesQuery, collectionsQuery]) void client.invalidateQueries({ queryKey });
    for (const kind of ['lesson', 'courses']) void client.invalidateQueries({ queryKey: [kind] });
  };
}
