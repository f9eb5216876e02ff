import type { InvalidLessons } from './release-result.ts';

/** A lesson that could not be imported, with the reason. */
export interface RefusedLesson {
  sequence: number;
  reason: string;
}

/** The failed lessons, by number. */
export function refusedLessons(invalid: InvalidLessons): RefusedLesson[] {
  return Object.entries(invalid)
    .map(([sequence, reason]) => ({ sequence: Number(sequence), reason }))
    .sort((left, right) => left.sequence - right.sequence);
}

/** The requested numbers that a branch lacks, and how many it has. */
export function compareWithBranch(asked: readonly number[], branch: readonly { sequence: number }[]): { missing: number[]; found: number } {
  const onBranch = new Set(branch.map((lesson) => lesson.sequence));
  const missing = asked.filter((number) => !onBranch.has(number));
  return { missing, found: asked.length - missing.length };
}
