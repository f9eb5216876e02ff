import type { TrashItem } from '../contract.ts';

/** What something is in is restored before it: screens go back into their lesson, questions into their screen. */
const ORDER: Readonly<Record<TrashItem['kind'], number>> = {
  path: 0,
  course: 0,
  lesson: 0,
  screen: 1,
  question: 2,
  'data-file': 2,
  image: 2,
};

/** The items in the order in which they can be restored, the last one deleted first, so that each screen gets its number again. */
export function inRestoreOrder(items: readonly TrashItem[]): TrashItem[] {
  return items.toSorted((one, other) => ORDER[one.kind] - ORDER[other.kind] || other.deleted_at.localeCompare(one.deleted_at));
}
