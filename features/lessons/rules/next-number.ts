import { LIMITS } from '#platform/contract/limits.ts';

/** The number that is proposed for a new lesson, course or path: the one after the highest. Null: there is none. */
export function nextNumber(others: readonly { readonly sequence: number }[]): number | null {
  const next = others.reduce((highest, { sequence }) => Math.max(highest, sequence), 0) + 1;
  return next > LIMITS.sequenceMax ? null : next;
}
