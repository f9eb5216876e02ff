import type { StepCourse } from '#contract/paths.ts';
import type { Actor } from '#contract/roles.ts';
import { addOnce, isDoubled, swapWithNeighbour, takeOut, type ListChange } from '#content/ordered-list.ts';
import { coursesByNumber } from '#server/curricula/courses/courses.ts';
import { findCourseNumber } from '#server/curricula/courses/queries.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { alreadyExists, notFound, refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getRelease, requireFreshList } from '#server/releases/index.ts';
import { getStepToEdit, getStoredStep } from './access.ts';
import { MESSAGES } from './messages.ts';
import { coursesOf } from './path-reply.ts';
import { announcePath, recordStep } from './write-path.ts';
import { updateStepRow, type StoredStep } from './step-queries.ts';

interface Place {
  stepId: number;
  courseId: number;
}

/** The courses of a step in their order. @throws AppError `not_found` */
export async function listStepCourses(handle: Handle, stepId: number): Promise<StepCourse[]> {
  return coursesOf(handle, await getStoredStep(handle, stepId));
}

/**
 * Adds a course at the end. It has to be in the step's release or in main, because that is what its number stands for there.
 *
 * @throws AppError `not_found`, `already_exists`; `refused` when the path is read only, or the course elsewhere.
 */
export async function addStepCourse(platform: Platform, actor: Actor, { stepId, courseId }: Place): Promise<StepCourse[]> {
  return arrange(platform, actor, stepId, 'add-course', async (tx, step) => {
    const number = await getCourseNumber(tx, courseId);
    const change = addOnce(step.courses, number);
    if (!('list' in change)) throw alreadyExists(MESSAGES.hasCourse(number));
    const there = await coursesByNumber(tx, step.release_id, [number]);
    if (there.size === 0) throw refused(MESSAGES.courseElsewhere(number, (await getRelease(tx, step.release_id)).name));
    return change.list;
  });
}

/** Takes a course out of a step. @throws AppError `not_found`; `refused` when the path is read only. */
export async function removeStepCourse(platform: Platform, actor: Actor, place: Place): Promise<StepCourse[]> {
  return change(platform, actor, place, 'remove-course', takeOut);
}

/** Swaps a course with its neighbour. @throws AppError `not_found`; `refused` at an edge, and when the path is read only. */
export async function swapStepCourse(platform: Platform, actor: Actor, place: Place, withPrevious: boolean): Promise<StepCourse[]> {
  return change(platform, actor, place, 'swap-course', (courses, number) => swapWithNeighbour(courses, number, withPrevious));
}

/**
 * Sets the numbers of the courses in their order. Numbers that nobody has yet may stand there: they come with a later release.
 *
 * @throws AppError `conflict` when they were changed since `before`; `already_exists` for a number that stands there twice;
 * `refused` when the path is read only.
 */
export async function setStepCourses(
  platform: Platform,
  actor: Actor,
  stepId: number,
  { sequences, before }: { sequences: readonly number[]; before: readonly number[] },
): Promise<StepCourse[]> {
  return arrange(platform, actor, stepId, 'set-courses', async (tx, step) => {
    if (isDoubled(sequences)) throw alreadyExists(MESSAGES.courseTwice);
    await requireFreshList(tx, 'courses', { before, wanted: sequences }, { ...step, list: step.courses });
    return sequences;
  });
}

async function change(
  platform: Platform,
  actor: Actor,
  { stepId, courseId }: Place,
  action: string,
  make: (courses: readonly number[], number: number) => ListChange<number>,
): Promise<StepCourse[]> {
  return arrange(platform, actor, stepId, action, async (tx, step) => {
    const changed = make(step.courses, await getCourseNumber(tx, courseId));
    if ('list' in changed) return changed.list;
    throw changed.why === 'is at the edge' ? refused(MESSAGES.noCourseThere) : notFound('course in this step');
  });
}

async function getCourseNumber(tx: Tx, courseId: number): Promise<number> {
  const number = await findCourseNumber(tx, courseId);
  if (number === undefined) throw notFound('course');
  return number;
}

/** Changes the list of a step. Its revision stays: whoever edits its texts meanwhile began from nothing that is old. */
async function arrange(
  platform: Platform,
  actor: Actor,
  stepId: number,
  action: string,
  make: (tx: Tx, step: StoredStep) => Promise<readonly number[]>,
): Promise<StepCourse[]> {
  const pathId = await platform.db.transaction().execute(async (tx) => {
    const { step, path } = await getStepToEdit(tx, actor, stepId);
    const courses = await make(tx, step);
    await updateStepRow(tx, stepId, { ...step, courses, updated_by: actor.id });
    await recordStep(tx, platform, actor, path, { action, details: { step: stepId, courses } });
    return step.path_id;
  });
  if (pathId !== null) announcePath(platform, pathId);
  return listStepCourses(platform.db, stepId);
}
