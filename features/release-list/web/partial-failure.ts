import type { InvalidLessons } from './release-result.ts';

/** A lesson, course, path or folder that could not be imported, with the reason. */
export interface Refused {
  /** A lesson's number, or its folder if that has no valid number; `course 5`, or the folder of a course or path. */
  name: string;
  reason: string;
}

/** What failed: lessons by number, then lesson folders by name; and courses and paths by name. */
export function sortRefused(invalid: InvalidLessons): { lessons: Refused[]; curricula: Refused[] } {
  const all = Object.entries(invalid)
    .map(([name, reason]) => ({ name, reason }))
    .sort((left, right) => left.name.localeCompare(right.name, 'en', { numeric: true }));
  const isCurriculum = ({ name }: Refused) => /^(?:course|path) \d+$|^(?:courses|paths)\//.test(name);
  const isNumber = ({ name }: Refused) => /^\d+$/.test(name);
  const lessons = all.filter((each) => !isCurriculum(each));
  return {
    lessons: [...lessons.filter(isNumber), ...lessons.filter((each) => !isNumber(each))],
    curricula: all.filter(isCurriculum),
  };
}

/** The requested numbers that a branch lacks, and how many it has. */
export function compareWithBranch(asked: readonly number[], branch: readonly { sequence: number }[]): { missing: number[]; found: number } {
  const onBranch = new Set(branch.map((lesson) => lesson.sequence));
  const missing = asked.filter((number) => !onBranch.has(number));
  return { missing, found: asked.length - missing.length };
}
