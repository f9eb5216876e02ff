import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadsFolder } from '#features/datasets/server/index.ts';
import { archiveRepository, type RepositoryAccess } from '#features/git/server/index.ts';
import { invalid, refused } from '#platform/server/errors.ts';
import type { UploadedFile } from '#platform/server/http/read-form.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { readZip } from '#platform/server/zip/read-zip.ts';
import { COLLECTION_LIMITS, type CollectionForm } from '../../contract/collections.ts';
import type { ImportNote } from '../../contract/import-file.ts';
import { withoutSharedFolder, type CollectionFiles } from '../../rules/collection/paths.ts';
import { MESSAGES } from './messages.ts';

const MB = 1024 * 1024;
const ZIP_LIMITS = { entries: COLLECTION_LIMITS.files, totalBytes: COLLECTION_LIMITS.totalBytes, fileBytes: 50 * MB };

/** The files of a collection, and where they come from. */
export interface CollectionSource {
  readonly files: CollectionFiles;
  /** Files that were rejected. */
  readonly skipped: readonly ImportNote[];
  readonly git_url: string | null;
  readonly git_branch: string;
  readonly commit: string | null;
}

/** Reads an uploaded zip, or a repository. @throws AppError `invalid`, `refused`, `too_large` */
export async function readSource(
  platform: Pick<Platform, 'config'>,
  {
    file,
    git_url,
    git_branch,
    git_commit,
  }: Pick<CollectionForm, 'git_url' | 'git_branch' | 'git_commit'> & { file: UploadedFile | undefined },
  operation: Operation,
  access: RepositoryAccess,
): Promise<CollectionSource> {
  const isRepository = git_url !== undefined && git_url !== '';
  if (file && isRepository) throw invalid([{ path: 'git_url', message: MESSAGES.twoSources }]);
  if (file) return { ...(await readFiles(file.path, operation)), git_url: null, git_branch: '', commit: null };
  if (!isRepository) throw invalid([{ path: 'file', message: MESSAGES.noSource }]);
  const folder = await mkdtemp(join(await uploadsFolder(platform), 'collection-'));
  try {
    operation.progress('Reading the repository', 0, null);
    const limits = { mostBytes: COLLECTION_LIMITS.zipBytes, limitMs: COLLECTION_LIMITS.cloneMs };
    const { path, commit } = await archiveRepository(
      { url: git_url, branch: git_branch, folder, ...limits, signal: operation.signal },
      access,
    );
    if (git_commit !== undefined && git_commit !== commit) throw refused(MESSAGES.moved);
    return { ...(await readFiles(path, operation)), git_url, git_branch, commit };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readFiles(path: string, operation: Operation): Promise<Pick<CollectionSource, 'files' | 'skipped'>> {
  operation.progress('Reading the files', 0, null);
  const { files, refused } = await readZip(path, ZIP_LIMITS, operation.signal);
  return { files: withoutSharedFolder(files), skipped: refused.map((each) => ({ place: each.path, reason: each.reason })) };
}
