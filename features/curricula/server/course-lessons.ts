import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { CourseLesson } from '../contract/courses.ts';
import { findLessonNumber, findLessonNumbers, listNumberedLessons, storeLessonNumbers } from './course-lesson-queries.ts';
import { COURSES, getCourseFor } from './courses.ts';
import { getCurriculumToEdit } from './edit-curriculum.ts';
import { auditedAs, editList, type ListEdit } from './edit-list.ts';
import type { StoredCurriculum } from './kind.ts';
import { MESSAGES } from './messages.ts';
import { preferOwn } from './prefer-own.ts';
import { touchCurriculum } from './queries.ts';
import { publishCurriculumChanged, recordEdit } from './write-curriculum.ts';

/** The lessons of a course in their order. @throws AppError `not_found` */
export async function listCourseLessons(handle: Handle, actor: Actor, id: number): Promise<CourseLesson[]> {
  return lessonsOf(handle, (await getCourseFor(handle, actor, id)).course);
}

/** A number that no lesson has keeps its place. */
async function lessonsOf(handle: Handle, { id, release_id }: Pick<StoredCurriculum, 'id' | 'release_id'>): Promise<CourseLesson[]> {
  const numbers = await findLessonNumbers(handle, id);
  const found = preferOwn(await listNumberedLessons(handle, release_id, numbers), release_id);
  return numbers.map((sequence) => {
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

/**
 * Changes the list of lessons. The revision of the course stays the same: edits of its fields are not stale because of it. One that is
 * added has to be in the course's release or in main, because that is what its number stands for there.
 *
 * @throws AppError as {@link editList}; `not_found`; `refused` when the course is read only, or the lesson is elsewhere.
 */
export async function editCourseLessons(platform: Platform, actor: Actor, id: number, edit: ListEdit): Promise<CourseLesson[]> {
  const course = await platform.db.transaction().execute(async (tx) => {
    const course = await getCurriculumToEdit(tx, COURSES, actor, id);
    const numberOf = async (lessonId: number) => {
      const number = await findLessonNumber(tx, lessonId);
      if (number === undefined) throw notFound('lesson');
      return number;
    };
    const list = { item: 'lesson', owner: 'course', numbers: await findLessonNumbers(tx, id), numberOf } as const;
    const lessons = await editList(tx, edit, { ...course, ...list });
    if (edit.how === 'add') {
      const added = await numberOf(edit.id);
      const here = await listNumberedLessons(tx, course.release_id, [added]);
      if (here.length === 0) throw refused(MESSAGES.elsewhere('Lesson', added, course.release_name));
    }
    await storeLessonNumbers(tx, id, lessons);
    await touchCurriculum(tx, COURSES, id, actor.id);
    await recordEdit(tx, platform, COURSES, course, { actor, action: auditedAs(edit, list), details: { lessons } });
    return course;
  });
  publishCurriculumChanged(platform, COURSES, id);
  return lessonsOf(platform.db, course);
}
