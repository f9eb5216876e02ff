import type { FastifyReply } from 'fastify';
import type { Actor } from '#contract/roles.ts';
import { listUncommittedFolders } from '#server/releases/index.ts';
import { getCourseFor, listCourseLessons } from '#server/curricula/index.ts';
import { getLessonFor } from '#server/lessons/index.ts';
import { refused } from '#server/platform/errors.ts';
import { sendZip } from '#server/platform/http/send-zip.ts';
import type { Platform } from '#server/platform/platform.ts';
import { byPath, commitToExport, folderEntries, lessonEntries } from './export-folders.ts';
import { MESSAGES } from './messages.ts';

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
