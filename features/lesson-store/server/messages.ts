import { LIMITS } from '#platform/contract/limits.ts';

/** Errors of lessons, for authors. */
export const MESSAGES = {
  otherRelease: 'You can only create lessons in your own drafts.',
  underReview: 'This lesson is already in review.',
  nothingToReview: 'Nothing to review: this lesson has no unpublished changes.',
  longTimeLimit: `Code can run for at most ${LIMITS.timeoutSecondsDefault} seconds. Ask a staff author to raise the limit of this lesson, or to turn on Long-running code.`,
  relatedLesson: 'Enter the number of the lesson this assessment covers.',
  inRelease: (lesson: { sequence: number; title: string; release: string }) =>
    `Lesson ${lesson.sequence} is already in ${lesson.release}${lesson.title === '' ? '' : `: “${lesson.title}”`}.`,
  inMain: (lesson: { sequence: number; title: string }) =>
    `Lesson ${lesson.sequence} already exists: “${lesson.title}”. Clone it to change it, or choose another number.`,
  numberTaken: (sequence: number) => `The number ${sequence} is taken by a lesson of another author. Choose another number.`,
  mainRelease: 'Lessons cannot be created in the main release. Create it in another release and merge that to publish it.',
  releaseGone: (lesson: { sequence: number; release_name: string }) =>
    `Lesson ${lesson.sequence} cannot be restored: its release ${lesson.release_name} was deleted.`,
  placeTaken: (lesson: { sequence: number; title: string; release_name: string }) =>
    `${lesson.release_name} already has a lesson ${lesson.sequence}${lesson.title === '' ? '' : `: “${lesson.title}”`}. Move or delete that one first, then restore this one.`,
} as const;
