import type { FastifyReply } from 'fastify';
import type { Actor } from '#contract/roles.ts';
import { listUncommittedLessons } from '#server/releases/index.ts';
import { getLessonFor } from '#server/lessons/index.ts';
import { refused } from '#server/platform/errors.ts';
import { sendZip } from '#server/platform/http/send-zip.ts';
import type { Platform } from '#server/platform/platform.ts';
import { commitToExport, readFile } from './export-folders.ts';
import { MESSAGES } from './messages.ts';

/**
 * Sends a lesson as a zip of its folder, exactly as its branch has it with all saved changes, so that Create from Zip
 * recreates the lesson. Files are read one by one while they are sent.
 *
 * @throws AppError `not_found`; `refused` if queued changes can't be committed or the branch is missing.
 */
export async function exportLesson(platform: Platform, actor: Actor, id: number, reply: FastifyReply): Promise<FastifyReply> {
  const { folder, sequence, release_id } = await getLessonFor(platform.db, actor, id);
  const commit = await commitToExport(platform, release_id, async () => (await listUncommittedLessons(platform.db, release_id)).has(id));
  const files = await platform.git.listFiles(commit, `lessons/${folder}`);
  if (files.length === 0) throw refused(MESSAGES.notExported);
  const entries = files.map(({ path, oid }) => ({ path: `${folder}/${path}`, open: () => readFile(platform, oid) }));
  return sendZip(reply, `${sequence}.zip`, entries);
}
