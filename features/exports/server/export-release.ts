import type { FastifyReply } from 'fastify';
import { MESSAGES } from '#features/branches/server/index.ts';
import { listUncommittedLessons, listUncommittedFolders } from '#features/changes/server/index.ts';
import { COURSES, listInRelease, PATHS } from '#features/curricula/server/index.ts';
import { listReleaseLessons } from '#features/lesson-store/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import { refused } from '#platform/server/errors.ts';
import { sendZip } from '#platform/server/http/send-zip.ts';
import type { Platform } from '#platform/server/platform.ts';
import { commitToExport, folderEntries } from './export-folders.ts';

/**
 * Sends a release as a zip of its lessons, courses and paths, in the layout of the content repository and exactly as
 * its branch has them with all saved changes, so that Create from Zip recreates them.
 *
 * @throws AppError `not_found`; `refused` if it is empty, queued changes can't be committed, or the branch is missing.
 */
export async function exportRelease(platform: Platform, id: number, reply: FastifyReply): Promise<FastifyReply> {
  const { db } = platform;
  const { branch_name } = await getRelease(db, id);
  const commit = await commitToExport(platform, id, async () => {
    const { courses, paths } = await listUncommittedFolders(db, id);
    return (await listUncommittedLessons(db, id)).size + courses.size + paths.size > 0;
  });
  const foldersOf = (rows: readonly { folder: string }[]) => new Set(rows.map(({ folder }) => folder));
  const entries = [
    ...(await folderEntries(platform, commit, 'lessons', foldersOf(await listReleaseLessons(db, id)))),
    ...(await folderEntries(platform, commit, 'courses', foldersOf(await listInRelease(db, COURSES, id)))),
    ...(await folderEntries(platform, commit, 'paths', foldersOf(await listInRelease(db, PATHS, id)))),
  ];
  if (entries.length === 0) throw refused(MESSAGES.nothingToExport);
  return sendZip(reply, `${branch_name.replaceAll('/', '-')}.zip`, entries);
}
