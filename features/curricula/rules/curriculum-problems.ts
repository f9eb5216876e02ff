import type { CourseContent, PathContent } from '#features/content-model/rules/curriculum-content.ts';
import { counted } from '#platform/contract/counted.ts';

/** Something that learners of a course or path would stumble over. An error leaves a hole: what a number stands for doesn't exist. */
export interface CurriculumProblem {
  readonly severity: 'error' | 'warning';
  /** A sentence without the name of the course or path. */
  readonly text: string;
}

/** What a number of a lesson or course stands for. */
export interface NumberedName {
  readonly title: string;
  readonly isDeprecated: boolean;
}

/** What is wrong with a course among the lessons that its numbers stand for. */
export function courseProblems({ fields, lessons }: CourseContent, names: ReadonlyMap<number, NumberedName>): CurriculumProblem[] {
  return [
    ...missing('Lesson', lessons, names),
    ...(lessons.length === 0 ? [warning('It has no lessons.')] : []),
    ...descriptionProblems(fields),
  ];
}

/** What is wrong with a path among the courses that its numbers stand for. */
export function pathProblems({ fields, steps }: PathContent, names: ReadonlyMap<number, NumberedName>): CurriculumProblem[] {
  const all = steps.flatMap(({ courses }) => courses);
  const once = [...new Set(all)];
  const stepsOf = (course: number) => all.filter((each) => each === course).length;
  return [
    ...missing('Course', once, names),
    ...(steps.length === 0 ? [warning('It has no steps.')] : []),
    ...steps.flatMap(({ name, courses }) => (courses.length === 0 ? [warning(`The step “${name}” has no courses.`)] : [])),
    ...once.flatMap((course) => (names.get(course)?.isDeprecated ? [warning(`Course ${course} is deprecated.`)] : [])),
    ...once.flatMap((course) => (stepsOf(course) > 1 ? [warning(`Course ${course} is in ${counted(stepsOf(course), 'step')}.`)] : [])),
    ...descriptionProblems(fields),
  ];
}

function missing(noun: string, numbers: readonly number[], names: ReadonlyMap<number, NumberedName>): CurriculumProblem[] {
  return numbers.flatMap((number) =>
    names.has(number) ? [] : [{ severity: 'error', text: `${noun} ${number} is neither in this release nor on main.` }],
  );
}

function descriptionProblems({ description, short_description }: Pick<CourseContent['fields'], 'description' | 'short_description'>) {
  return `${description}${short_description}`.trim() === '' ? [warning('It has no description.')] : [];
}

function warning(text: string): CurriculumProblem {
  return { severity: 'warning', text };
}
