import { PassThrough, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import type { Actor } from '#contract/roles.ts';
import { commitSaved, inTurn, listSavedLessons } from '#server/changes/service.ts';
import { getLessonFor, type StoredLesson } from '#server/lessons/service.ts';
import { AppError, refused } from '#server/platform/errors.ts';
import { attachment } from '#server/platform/http/attachment.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getRelease } from '#server/releases/service.ts';
import { MESSAGES } from './release-messages.ts';

/** What brings the last saves into a commit may take this long, in milliseconds. */
const COMMIT_LIMIT_MS = 60_000;
/** Larger files are not read; the product takes none of them. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Sends a lesson as a zip of its folder, exactly as its branch has it with everything that was saved (B §2 Export), so that Create
 * from Zip makes the same lesson of it. Files are read one by one while they are sent.
 *
 * @throws AppError `not_found`; `refused` when what was saved cannot be committed, or the branch is not here.
 */
export async function exportLesson(platform: Platform, actor: Actor, id: number, reply: FastifyReply): Promise<FastifyReply> {
  const lesson = await getLessonFor(platform.db, actor, id);
  const commit = await commitOf(platform, lesson);
  const { folder, sequence } = lesson;
  const files = await platform.git.listFiles(commit, `lessons/${folder}`);
  if (files.length === 0) throw refused(MESSAGES.notExported);
  const zip = new ZipFile();
  const stopped = new AbortController();
  for (const { path, oid } of files) {
    zip.addReadStreamLazy(`${folder}/${path}`, { mtime: lesson.updated_at }, (give) => {
      if (stopped.signal.aborted) return;
      readFile(platform, oid).then(
        (bytes) => give(null, Readable.from(bytes)),
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  }
  zip.end();
  const stream = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error: Error) => stream.destroy(error));
  stream.once('close', () => stopped.abort());
  return reply
    .type('application/zip')
    .header('content-disposition', attachment(`${sequence}.zip`))
    .send(stream);
}

async function readFile({ git }: Platform, oid: string): Promise<Buffer> {
  const bytes = await git.readBlob(oid, FILE_BYTES_MAX);
  if (bytes === null) throw new Error(`The object ${oid} is missing, or far too large.`);
  return bytes;
}

/** The commit that has all that was saved in a lesson. */
async function commitOf(platform: Platform, { id, release_id }: StoredLesson): Promise<string> {
  const { db, git } = platform;
  const isSaved = async () => (await listSavedLessons(db, release_id)).has(id);
  if (await isSaved()) {
    const limit = AbortSignal.timeout(COMMIT_LIMIT_MS);
    await inTurn(git, release_id, () => commitSaved(platform, release_id, limit)).catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      platform.log.info({ release: release_id, err: error }, 'an export waits for saves that cannot be committed');
    });
    const { commit_error } = await getRelease(db, release_id);
    if (await isSaved()) throw refused(commit_error ?? MESSAGES.notCommitted);
  }
  const { commit_sha: commit, branch_name } = await getRelease(db, release_id);
  if (commit === null || !(await git.hasCommit(commit))) throw refused(MESSAGES.branchNotHere(branch_name));
  return commit;
}
