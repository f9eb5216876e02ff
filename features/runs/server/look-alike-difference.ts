import { findLookAlike, lookAlikeSentence } from '#platform/contract/same-text.ts';
import { difference, type Difference } from './difference.ts';

/** Says which character of a text only looks right; null: the texts are the same, or don't look the same. */
export function lookAlikeDifference(what: string, expected: string, actual: string): Difference | null {
  const found = findLookAlike(expected, actual);
  return found && difference(lookAlikeSentence(what, found, true), lookAlikeSentence(what, found));
}
