import { useQueryClient } from '@tanstack/react-query';
import { api as routes } from '#app/contract/api.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import type { RouteReply } from '#platform/contract/route.ts';
import { upload } from '#platform/web/upload.ts';
import type { CodeUse, importFileRoutes, ScreenStructure } from '../../contract/import-file.ts';

export interface ImportOptions {
  /** Null: the user's drafts. */
  releaseId: number | null;
  code: CodeUse;
  /** Null: what suits each file. */
  structure: ScreenStructure | null;
  earlierCode: boolean;
  /** The packages that the code imports are added to the lessons. */
  packages: boolean;
}

export const FIRST_OPTIONS: ImportOptions = { releaseId: null, code: 'start', structure: null, earlierCode: true, packages: false };

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
  { file, sequence, title, releaseId, code, structure, earlierCode, packages, dryRun }: FileToSend,
  watch: { signal: AbortSignal; onProgress?: (sent: number, total: number) => void },
): Promise<ImportReply> {
  const fields = { sequence, title, release_id: releaseId, code, structure, earlier_code: earlierCode, packages, dry_run: dryRun, file };
  return upload(routes.importFile, { fields, ...watch });
}

interface ScreensToSend extends Pick<ImportOptions, 'code' | 'structure' | 'earlierCode'> {
  lessonId: number;
  file: File;
  /** The number of the first one; null: at the end. */
  sequence: number | null;
  dryRun: boolean;
}

type ScreensReply = RouteReply<typeof importFileRoutes.importScreens>;

/** Adds the screens of a file to a lesson; a dry run only reports them. */
export function sendScreens(
  { lessonId, file, sequence, code, structure, earlierCode, dryRun }: ScreensToSend,
  signal: AbortSignal,
): Promise<ScreensReply> {
  const fields = { sequence, code, structure, earlier_code: earlierCode, dry_run: dryRun, file };
  return upload(routes.importScreens, { params: { id: lessonId }, fields, signal });
}

/** Refetches the lists after an import. */
export function useRefreshLists(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: lessonsQuery.queryKey });
    void client.invalidateQueries({ queryKey: releasesQuery.queryKey });
  };
}
