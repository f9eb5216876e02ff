import type { Step, StepCourse } from '../contract/paths.ts';

/** The totals of a step. */
export interface StepSummary {
  id: number;
  name: string;
  /** Null: still loading. */
  courses: number | null;
  /** The sum of their time estimates; missing ones count as 0. */
  hours: number;
  /** Courses that are neither in the release nor in main. */
  missing: number;
}

/** The totals of a path, as far as it is loaded. */
export interface PathFacts {
  steps: StepSummary[];
  /** Different ones. */
  courses: number;
  lessons: number;
  hours: number;
  /** Courses without a time estimate. */
  unestimated: number;
  missing: number;
  /** How many of the courses are in which release, the most first. */
  releases: { name: string; courses: number }[];
}

/** Adds up a path; `coursesOf` returns the courses of a step, or undefined while they load. */
export function summarise(steps: readonly Step[], coursesOf: (stepId: number) => readonly StepCourse[] | undefined): PathFacts {
  const distinct = new Map<number, StepCourse>();
  const rows = steps.map(({ id, name }) => {
    const courses = coursesOf(id);
    for (const course of courses ?? []) distinct.set(course.sequence, course);
    return {
      id,
      name,
      courses: courses?.length ?? null,
      hours: sum(courses, ({ duration }) => duration ?? 0),
      missing: sum(courses, (course) => (course.id === null ? 1 : 0)),
    };
  });
  const all = [...distinct.values()];
  const here = all.filter(({ id }) => id !== null);
  const byRelease = new Map<string, number>();
  for (const { release_name } of here) byRelease.set(release_name, (byRelease.get(release_name) ?? 0) + 1);
  return {
    steps: rows,
    courses: all.length,
    lessons: sum(here, ({ num_lessons }) => num_lessons),
    hours: sum(here, ({ duration }) => duration ?? 0),
    unestimated: here.filter(({ duration }) => duration === null).length,
    missing: all.length - here.length,
    releases: [...byRelease].map(([name, courses]) => ({ name, courses })).sort((left, right) => right.courses - left.courses),
  };
}

function sum<T>(items: readonly T[] | undefined, value: (item: T) => number): number {
  return (items ?? []).reduce((total, item) => total + value(item), 0);
}
