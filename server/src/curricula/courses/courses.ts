import type { CourseLesson, CourseSummary } from '#contract/courses.ts';
import type { Actor } from '#contract/roles.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { getCourseFor } from './access.ts';
import { lessonsOf } from './course-reply.ts';
import { listCourseRows, type ListedCourse } from './list-queries.ts';
import { ownOrMains } from './own-or-mains.ts';

/** The courses of every release; external authors see the latest version of each number. */
export async function listCourses(handle: Handle, actor: Actor): Promise<CourseSummary[]> {
  return (await listCourseRows(handle, actor.role === 'external' ? 'latest' : 'all')).map(withoutMark);
}

/** The lessons of a course in their order. @throws AppError `not_found` */
export async function listCourseLessons(handle: Handle, actor: Actor, id: number): Promise<CourseLesson[]> {
  return lessonsOf(handle, (await getCourseFor(handle, actor, id)).course);
}

/** What numbers of courses stand for in a release, by number: its own version, or else main's. */
export async function coursesByNumber(
  handle: Handle,
  releaseId: number,
  sequences: readonly number[],
): Promise<Map<number, CourseSummary>> {
  return ownOrMains((await listCourseRows(handle, { releaseId, sequences })).map(withoutMark), releaseId);
}

function withoutMark({ is_latest: _isLatest, ...row }: ListedCourse): CourseSummary {
  return row;
}
