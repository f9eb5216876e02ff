import type { CourseSummary } from '#contract/courses.ts';
import type { Actor } from '#contract/roles.ts';
import { recordAudit } from '#server/audit/index.ts';
import { recordChange } from '#server/releases/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getCourseToEdit } from './access.ts';
import { listCourses } from './courses.ts';
import { markCourseDeleted, type StoredCourse } from './queries.ts';
import { announceCourse, courseSummary } from './write-course.ts';

/**
 * Takes a course out of its release. What main has of it comes back in the branch, so that throwing a draft away never deletes a
 * published course; paths keep its number. Answers the courses that remain.
 *
 * @throws AppError `not_found`; `refused` when the course is read only.
 */
export async function deleteCourse(platform: Platform, actor: Actor, id: number): Promise<CourseSummary[]> {
  await platform.db.transaction().execute(async (tx) => {
    const course = await getCourseToEdit(tx, actor, id);
    await takeOutCourse(tx, platform, actor, course);
    await recordAudit(tx, { actor, action: 'course.delete', subject: `course:${id}`, details: { sequence: course.sequence } });
  });
  announceCourse(platform, id);
  return listCourses(platform.db, actor);
}

async function takeOutCourse(tx: Tx, platform: Pick<Platform, 'jobs'>, actor: Actor, course: StoredCourse): Promise<void> {
  await markCourseDeleted(tx, course.id, actor.id);
  await recordChange(tx, platform, {
    release_id: course.release_id,
    course_id: course.id,
    actor,
    message: null,
    summary: courseSummary('Delete', course),
    content: { kind: 'course', folder: course.folder, deleted: true, or_mains: true },
  });
}
