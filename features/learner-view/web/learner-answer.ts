import type { Given } from '#features/questions/contract/kinds/asks.ts';

/** An answer to a question. One of these is in use: by multiple choice questions the first, by all others the second. */
export interface LearnerAnswer {
  /** Indexes of the selected options. */
  readonly picked: readonly number[];
  readonly given: Given;
}

/** Nothing was answered yet. */
export function isEmpty({ picked, given }: LearnerAnswer): boolean {
  return picked.length === 0 && given.every((text) => text.trim() === '');
}

/** Nothing of it is left open. */
export function isComplete({ picked, given }: LearnerAnswer): boolean {
  return picked.length > 0 || (given.length > 0 && given.every((text) => text.trim() !== ''));
}
