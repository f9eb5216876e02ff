import type { CourseLesson } from '#contract/courses.ts';
import type { Actor } from '#contract/roles.ts';
import { addOnce, isDoubled, swapWithNeighbour, takeOut, type ListChange } from '#content/ordered-list.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { alreadyExists, notFound, refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireFreshList } from '#server/releases/index.ts';
import { getCourseToEdit } from './access.ts';
import { lessonsOf } from './course-reply.ts';
import { findLessonNumber, listNumberedLessons } from './list-queries.ts';
import { MESSAGES } from './messages.ts';
import { findCourse, type StoredCourse } from './queries.ts';
import { announceCourse, storeCourse } from './write-course.ts';

interface Place {
  id: number;
  lessonId: number;
}

/**
 * Adds a lesson at the end. It has to be in the course's release or in main, because that is what its number stands for there.
 *
 * @throws AppError `not_found`, `already_exists`; `refused` when the course is read only, or the lesson elsewhere.
 */
export async function addCourseLesson(platform: Platform, actor: Actor, place: Place): Promise<CourseLesson[]> {
  return arrange(platform, actor, place.id, 'add-lesson', async (tx, course) => {
    const number = await getLessonNumber(tx, place.lessonId);
    const change = addOnce(course.lessons, number);
    if (!('list' in change)) throw alreadyExists(MESSAGES.hasLesson(number));
    const there = await listNumberedLessons(tx, course.release_id, [number]);
    if (there.length === 0) throw refused(MESSAGES.lessonElsewhere(number, course.release_name));
    return change.list;
  });
}

/** Takes a lesson out of a course. @throws AppError `not_found`; `refused` when the course is read only. */
export async function removeCourseLesson(platform: Platform, actor: Actor, place: Place): Promise<CourseLesson[]> {
  return change(platform, actor, place, 'remove-lesson', takeOut);
}

/** Swaps a lesson with its neighbour. @throws AppError `not_found`; `refused` at an edge, and when the course is read only. */
export async function swapCourseLesson(platform: Platform, actor: Actor, place: Place, withPrevious: boolean): Promise<CourseLesson[]> {
  return change(platform, actor, place, 'swap-lesson', (lessons, number) => swapWithNeighbour(lessons, number, withPrevious));
}

/**
 * Sets the numbers of the lessons in their order. Numbers that nobody has yet may stand there: they come with a later release.
 *
 * @throws AppError `conflict` when they were changed since `before`; `already_exists` for a number that stands there twice;
 * `refused` when the course is read only.
 */
export async function setCourseLessons(
  platform: Platform,
  actor: Actor,
  id: number,
  { sequences, before }: { sequences: readonly number[]; before: readonly number[] },
): Promise<CourseLesson[]> {
  return arrange(platform, actor, id, 'set-lessons', async (tx, course) => {
    if (isDoubled(sequences)) throw alreadyExists(MESSAGES.lessonTwice);
    await requireFreshList(tx, 'lessons', { before, wanted: sequences }, { ...course, list: course.lessons });
    return sequences;
  });
}

async function change(
  platform: Platform,
  actor: Actor,
  { id, lessonId }: Place,
  action: string,
  make: (lessons: readonly number[], number: number) => ListChange<number>,
): Promise<CourseLesson[]> {
  return arrange(platform, actor, id, action, async (tx, course) => {
    const number = await getLessonNumber(tx, lessonId);
    const changed = make(course.lessons, number);
    if ('list' in changed) return changed.list;
    throw changed.why === 'is at the edge' ? refused(MESSAGES.atTheEdge) : notFound('lesson in this course');
  });
}

async function getLessonNumber(tx: Tx, lessonId: number): Promise<number> {
  const number = await findLessonNumber(tx, lessonId);
  if (number === undefined) throw notFound('lesson');
  return number;
}

async function arrange(
  platform: Platform,
  actor: Actor,
  id: number,
  action: string,
  make: (tx: Tx, course: StoredCourse) => Promise<readonly number[]>,
): Promise<CourseLesson[]> {
  await platform.db.transaction().execute(async (tx) => {
    const course = await getCourseToEdit(tx, actor, id);
    await storeCourse(tx, platform, actor, course, { lessons: await make(tx, course), action });
  });
  announceCourse(platform, id);
  const course = await findCourse(platform.db, id);
  if (!course) throw notFound('course');
  return lessonsOf(platform.db, course);
}
