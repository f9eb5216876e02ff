import type { Course, CourseLesson } from '#contract/courses.ts';
import type { Actor } from '#contract/roles.ts';
import { commitStatusOf, getRelease, heldRelease } from '#server/releases/index.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { getCourseFor } from './access.ts';
import { listNumberedLessons } from './list-queries.ts';
import { ownOrMains } from './own-or-mains.ts';
import type { StoredCourse } from './queries.ts';

/** All that B §3 says of a course. @throws AppError `not_found` */
export async function getCourse(handle: Handle, actor: Actor, id: number): Promise<Course> {
  const { course, row } = await getCourseFor(handle, actor, id);
  const { is_latest: _isLatest, ...summary } = row;
  return {
    ...summary,
    ...course.fields,
    ...heldRelease(await getRelease(handle, course.release_id)),
    uuid: course.uuid,
    revision: course.revision,
    commit_status: await commitStatusOf(handle, { course_id: id }),
  };
}

/** The lessons of a course in their order. A number that nobody has keeps its place. */
export async function lessonsOf(handle: Handle, { release_id, lessons }: StoredCourse): Promise<CourseLesson[]> {
  const found = ownOrMains(await listNumberedLessons(handle, release_id, lessons), release_id);
  return lessons.map((sequence) => {
    const lesson = found.get(sequence);
    return {
      id: lesson?.id ?? null,
      sequence,
      title: lesson?.title ?? '',
      description: lesson?.description ?? '',
      last_updated: lesson?.updated_at.toISOString() ?? null,
      is_project: lesson?.type.includes('project') ?? false,
    };
  });
}
