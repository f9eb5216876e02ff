import type { FastifyReply } from 'fastify';
import { MESSAGES } from '#features/branches/server/index.ts';
import { listUncommittedFolders } from '#features/changes/server/index.ts';
import { getCourseFor, listCourseLessons } from '#features/curricula/server/index.ts';
import { getLessonFor } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import { sendZip } from '#platform/server/http/send-zip.ts';
import type { Platform } from '#platform/server/platform.ts';
import { byPath, commitToExport, folderEntries, lessonEntries } from './export-folders.ts';

/**
 * Sends a course as a zip of its folder and those of its lessons, in the layout of the content repository, so that
 * Create from Zip recreates it. Each lesson comes from the course's release or from main.
 *
 * @throws AppError `not_found`; `refused` if queued changes can't be committed or a branch is missing.
 */
export async function exportCourse(platform: Platform, actor: Actor, id: number, reply: FastifyReply): Promise<FastifyReply> {
  const { db } = platform;
  const { course } = await getCourseFor(db, actor, id);
  const listed = await listCourseLessons(db, actor, id);
  const lessons = await Promise.all(listed.flatMap((lesson) => (lesson.id === null ? [] : getLessonFor(db, actor, lesson.id))));
  const entries = await lessonEntries(platform, lessons);
  const commit = await commitToExport(platform, course.release_id, async () =>
    (await listUncommittedFolders(db, course.release_id)).courses.has(id),
  );
  const own = await folderEntries(platform, commit, 'courses', new Set([course.folder]));
  if (own.length === 0) throw refused(MESSAGES.courseNotExported);
  return sendZip(reply, `course-${course.sequence}.zip`, [...own, ...entries.toSorted(byPath)]);
}
