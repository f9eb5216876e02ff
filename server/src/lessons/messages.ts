import { LIMITS } from '#contract/limits.ts';

/** Errors of lessons, for authors. */
export const MESSAGES = {
  published: 'This lesson is published and cannot be edited. Clone it to change it.',
  shallow: 'This lesson is not fully imported yet. Import it to change it.',
  notYours: 'This version belongs to somebody else.',
  underReview: 'This lesson is under review already.',
  nothingToReview: 'This lesson is the same as the published one: there is nothing to review.',
  longTimeLimit: `Code may run for at most ${LIMITS.timeoutSecondsDefault} seconds. Ask a staff author to allow this lesson more, or to turn on Long-running code.`,
  relatedLesson: 'An assessment needs the number of the lesson that it is for.',
  inRelease: (lesson: { sequence: number; title: string; release: string }) =>
    `Lesson ${lesson.sequence} is already in ${lesson.release}${lesson.title === '' ? '' : `: “${lesson.title}”`}.`,
  inMain: (lesson: { sequence: number; title: string }) =>
    `Lesson ${lesson.sequence} exists already: “${lesson.title}”. Clone it to change it, or choose another number.`,
  mainRelease: 'Lessons are published by merging a release, not made in the main release.',
  releaseGone: (lesson: { sequence: number; release_name: string }) =>
    `Lesson ${lesson.sequence} cannot be restored: its release ${lesson.release_name} is gone.`,
  placeTaken: (lesson: { sequence: number; title: string; release_name: string }) =>
    `${lesson.release_name} has a lesson ${lesson.sequence} again${lesson.title === '' ? '' : `: “${lesson.title}”`}. Move or delete that one first, then restore this one.`,
} as const;
