/** What this noun refuses, in words for the author. The texts of B §8 are the page's own. */
export const MESSAGES = {
  /** B §2. */
  readOnly: 'This course is read only.',
  mainRelease: 'Courses are published by merging a release, not made in the main release.',
  inRelease: (course: { sequence: number; name: string; release: string }) =>
    `Course ${course.sequence} is already in ${course.release}${named(course.name)}.`,
  releaseGone: (course: { sequence: number; release: string }) =>
    `Course ${course.sequence} cannot be restored: its release ${course.release} is gone.`,
  placeTaken: (course: { sequence: number; name: string; release: string }) =>
    `${course.release} has a course ${course.sequence} again${named(course.name)}. Delete that one first, then restore this one.`,
  inMain: (course: { sequence: number; name: string }) =>
    `Course ${course.sequence} exists already${named(course.name)}. Copy it to change it, or choose another number.`,
  hasLesson: (lesson: number) => `The course has lesson ${lesson} already.`,
  hasNoLesson: (lesson: number) => `The course does not have lesson ${lesson}.`,
  lessonElsewhere: (lesson: number, release: string) =>
    `Lesson ${lesson} is neither in ${release} nor published. Copy it to ${release} first.`,
  atTheEdge: 'There is no lesson to swap with.',
  lessonTwice: 'A course has a lesson only once.',
} as const;

function named(name: string): string {
  return name === '' ? '' : `: “${name}”`;
}
