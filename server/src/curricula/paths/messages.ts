/** What this noun refuses, in words for the author. The texts of B §8 are the page's own. */
export const MESSAGES = {
  /** B §2. */
  readOnly: 'This path is read only.',
  mainRelease: 'Paths are published by merging a release, not made in the main release.',
  inRelease: (path: { sequence: number; name: string; release: string }) =>
    `Path ${path.sequence} is already in ${path.release}${named(path.name)}.`,
  releaseGone: (path: { sequence: number; release: string }) =>
    `Path ${path.sequence} cannot be restored: its release ${path.release} is gone.`,
  placeTaken: (path: { sequence: number; name: string; release: string }) =>
    `${path.release} has a path ${path.sequence} again${named(path.name)}. Delete that one first, then restore this one.`,
  inMain: (path: { sequence: number; name: string }) =>
    `Path ${path.sequence} exists already${named(path.name)}. Copy it to change it, or choose another number.`,
  stepInPath: 'A path has this step already.',
  stepTwice: 'A path has a step only once.',
  stepElsewhere: 'The step belongs to another release than the path.',
  noStepThere: 'There is no step to swap with.',
  hasCourse: (course: number) => `The step has course ${course} already.`,
  courseTwice: 'A step has a course only once.',
  courseElsewhere: (course: number, release: string) =>
    `Course ${course} is neither in ${release} nor published. Copy it to ${release} first.`,
  noCourseThere: 'There is no course to swap with.',
} as const;

function named(name: string): string {
  return name === '' ? '' : `: “${name}”`;
}
