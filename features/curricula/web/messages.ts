import { counted } from '#platform/contract/counted.ts';
import type { Brought } from '../contract/curricula.ts';
import type { CurriculumKind } from './kinds.ts';

type Names = Pick<CurriculumKind, 'noun' | 'title'>;

/** Texts that courses and paths share. */
export function messagesOf({ noun, title }: Names) {
  return {
    ...OF_KIND[noun],
    listFailed: `An error occurred while loading the ${noun} list. Try again later.`,
    createFailed: `An error occurred while creating the ${noun}. Try again later.`,
    copyFailed: 'An error occurred while copying. Try again later.',
    deleteFailed: `Could not delete the ${noun}. Nothing was changed. Try again later.`,
    restoreFailed: `Could not restore the ${noun}. Try again later.`,
    readOnly: `This ${noun} is read only.`,
    readOnlyHow: 'It is published. To change it, copy it to another release and merge that release.',
    closedHow: 'Its release was merged and is closed. Reopen the release to change it, or copy it to another release.',
    copied: ({ sequence, release_name, brought }: { sequence: number; release_name: string; brought: Brought }) =>
      `${title} ${sequence} was copied to ${release_name}${broughtText(brought)}.`,
    deleted: (sequence: number) => `${title} ${sequence} was deleted.`,
    restored: (sequence: number) => `${title} ${sequence} was restored.`,
  };
}

/** `, with 2 courses and 1 lesson that it didn’t have`; empty: nothing came along. */
function broughtText({ courses, lessons }: Brought): string {
  const parts = [
    courses.length > 0 ? counted(courses.length, 'course') : [],
    lessons.length > 0 ? counted(lessons.length, 'lesson') : [],
  ].flat();
  return parts.length === 0 ? '' : `, with ${parts.join(' and ')} that it didn’t have`;
}

const OF_KIND = {
  course: {
    loadFailed: 'Could not load course data. Try again later.',
    empty: 'No rows. A course is an ordered list of lessons.',
    confirmDelete: (sequence: number, release: string) =>
      `Delete course ${sequence} (${release})? Its lessons are kept, and paths keep its number.`,
  },
  path: {
    loadFailed: 'Could not load the path data. Try again later.',
    empty: 'No rows. A path is an ordered list of steps, and each step has courses.',
    confirmDelete: (sequence: number, release: string) =>
      `Delete path ${sequence} (${release}) with its steps? The courses in them are kept.`,
  },
} as const;

/** Texts of forms and lists. */
export const MESSAGES = {
  failed: 'An error occurred. Try again later.',
  saveFailed: 'An error occurred while trying to save changes. Try again later.',
  exportFailed: 'Could not export the course. Try again later.',
  pathsFailed: 'An error occurred while loading the course paths. Try again later.',
  releaseFailed: 'Could not load the release data for this path. Try again later.',
  usesFailed: 'Couldn’t load where the lesson is used. Try again later.',
  noUses: 'No course, path or other lesson uses this lesson.',
  noPaths: 'This course does not belong to any paths',
  nameEmpty: 'The name cannot be empty.',
  versionWrong: 'The version must be blank or at least 0.1.',
  durationNegative: 'The time estimate must be 0 or more.',
  unfinished: (fields: readonly string[]) =>
    `Typed but not added yet: ${fields.join(', ')}. Finish the input, or click on Save Changes again to save without it.`,
} as const;

/** Texts of the lessons of a course. */
export const LESSON_MESSAGES = {
  loadFailed: 'An error occurred while loading the course lessons. Try again later.',
  moveFailed: 'An error occurred while trying to move the lesson. Try again later.',
  removeFailed: 'An error occurred while trying to delete the lesson. Try again later.',
  createFailed: 'An error occurred while creating the lesson. Try again later.',
  createdNotAdded: 'The lesson was created but an error occurred while adding it to the course.',
  addFailed: 'Couldn’t add all lessons. Those that were not added stay selected; try again.',
  undoFailed: 'Could not undo. Add the lesson again.',
  empty: 'This course has no lessons yet.',
  noneToAdd: 'Only lessons of this release and of main can be added.',
  missing: (count: number) =>
    count === 1
      ? 'One lesson is neither in this release nor in main, so learners do not get it. Import it, or delete it from the course.'
      : `${count} lessons are neither in this release nor in main, so learners do not get them. Import them, or delete them from the course.`,
  moved: (name: string, place: number) => `“${name}” is lesson ${place} of the course.`,
  removed: (name: string) => `“${name}” was removed from the course.`,
} as const;

/** Texts of the steps of a path. */
export const STEP_MESSAGES = {
  loadFailed: 'Could not load the steps for this path. Try again later.',
  saveFailed: 'Could not update the step. Try again later.',
  removeFailed: 'Could not delete the step. Try again later.',
  moveFailed: 'Could not move the step. Try again later.',
  undoFailed: 'Could not put the step back. Try again later.',
  createdNotAdded: 'The step was created but an error occurred while adding it to the path.',
  empty: 'This path has no steps yet.',
  moved: (name: string, place: number) => `“${name}” is step ${place} of the path.`,
  removed: (name: string) => `“${name}” was removed from the path.`,
} as const;

/** Texts of the courses of a step. */
export const STEP_COURSE_MESSAGES = {
  loadFailed: 'An error occurred while loading the courses in this step. Try again later.',
  moveFailed: 'An error occurred while trying to move the course. Try again later.',
  removeFailed: 'An error occurred while trying to delete the course. Try again later.',
  createFailed: 'An error occurred while creating the course. Try again later.',
  createdNotAdded: 'The course was created but an error occurred while adding it to the step.',
  addFailed: 'Couldn’t add all courses. Those that were not added stay selected; try again.',
  undoFailed: 'Could not undo. Add the course again.',
  empty: 'No Courses',
  noneToAdd: 'Only courses of this release and of main can be added.',
  missing: (count: number) =>
    count === 1
      ? 'One course is neither in this release nor in main, so learners do not get it. Import it, or delete it from its step.'
      : `${count} courses are neither in this release nor in main, so learners do not get them. Import them, or delete them from their steps.`,
  moved: (name: string, place: number) => `“${name}” is course ${place} of the step.`,
  removed: (name: string) => `“${name}” was removed from the step.`,
} as const;

/** The tooltip of a number that stands for nothing. */
export const NOT_IN_RELEASE = 'Neither in this release nor in main';
