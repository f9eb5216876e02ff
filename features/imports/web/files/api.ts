import { useQueryClient } from '@tanstack/react-query';
import { api as routes } from '#app/contract/api.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import type { RouteReply } from '#platform/contract/route.ts';
import { upload } from '#platform/web/upload.ts';
import type { CodeUse, importFileRoutes } from '../../contract/import-file.ts';

export interface ImportOptions {
  /** Null: the user's drafts. */
  releaseId: number | null;
  code: CodeUse;
  earlierCode: boolean;
}

interface FileToSend extends ImportOptions {
  file: File;
  sequence: number;
  /** Empty: use the title in the file. */
  title: string;
  dryRun: boolean;
}

type ImportReply = RouteReply<typeof importFileRoutes.importFile>;

/** Imports a file as a lesson; a dry run only reports the result. */
export function sendFile(
  { file, sequence, title, releaseId, code, earlierCode, dryRun }: FileToSend,
  watch: { signal: AbortSignal; onProgress?: (sent: number, total: number) => void },
): Promise<ImportReply> {
  const fields = { sequence, title, release_id: releaseId, code, earlier_code: earlierCode, dry_run: dryRun, file };
  return upload(routes.importFile, { fields, ...watch });
}

/** Refetches the lists after an import. */
export function useRefreshLists(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: lessonsQuery.queryKey });
    void client.invalidateQueries({ queryKey: releasesQuery.queryKey });
  };
}
