import type { FastifyReply } from 'fastify';
import { MESSAGES } from '#features/branches/server/index.ts';
import { listUncommittedLessons } from '#features/changes/server/index.ts';
import { getLessonFor } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import { sendZip } from '#platform/server/http/send-zip.ts';
import type { Platform } from '#platform/server/platform.ts';
import { byPath, commitToExport, lessonEntries, readFile } from './export-folders.ts';

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
  const entries = files.map(({ path, oid }) => ({ path: `${folder}/${path}`, open: () => readFile(platform, { path, oid }) }));
  return sendZip(reply, `${sequence}.zip`, entries);
}

/**
 * Sends several lessons as one zip in the layout of the content repository, so that Create from Zip recreates them.
 *
 * @throws AppError `not_found`; `refused` if a number is chosen twice, queued changes can't be committed or a branch is missing.
 */
export async function exportLessons(platform: Platform, actor: Actor, ids: readonly number[], reply: FastifyReply): Promise<FastifyReply> {
  const lessons = [];
  for (const id of new Set(ids)) lessons.push(await getLessonFor(platform.db, actor, id));
  // Two versions of a number would have the same folder.
  const numbers = new Set(lessons.map(({ sequence }) => sequence));
  if (numbers.size < lessons.length) throw refused(MESSAGES.numberTwice);
  const entries = await lessonEntries(platform, lessons);
  if (entries.length === 0) throw refused(MESSAGES.notExported);
  return sendZip(reply, 'lessons.zip', entries.toSorted(byPath));
}
