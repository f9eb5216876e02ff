import { requireUnchangedList } from '#features/revisions/server/index.ts';
import { addToList, hasDuplicates, swapWithNeighbour, removeFromList } from '#platform/content/ordered-list.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { alreadyExists, notFound, refused } from '#platform/server/errors.ts';
import { MESSAGES } from './messages.ts';

/**
 * One change to an ordered list of numbers: the lessons of a course and the courses of a step, by number, or the steps of a path, by id.
 * `set` may hold numbers that do not exist yet: they come with a later release.
 */
export type ListEdit =
  | { readonly how: 'add'; readonly id: number }
  | { readonly how: 'remove'; readonly id: number }
  | { readonly how: 'swap'; readonly id: number; readonly withPrevious: boolean }
  | { readonly how: 'set'; readonly numbers: readonly number[]; readonly before: readonly number[] };

interface EditedList {
  readonly item: 'lesson' | 'course' | 'step';
  readonly owner: 'course' | 'step' | 'path';
  readonly numbers: readonly number[];
  /** Revision of the owner, to say who changed the list. */
  readonly revision: number;
  readonly updated_by: number | null;
  /** What the list has for the row with this id. @throws AppError `not_found` */
  readonly numberOf: (id: number) => Promise<number>;
}

/**
 * Returns the list after the edit.
 *
 * @throws AppError `already_exists` for a number that the list would have twice; `not_found` for one that it does not have; `refused`
 * for a swap beyond either end; `conflict` when the list is not what `set` began from.
 */
export async function editList(handle: Handle, edit: ListEdit, list: EditedList): Promise<readonly number[]> {
  const { item, owner, numbers, numberOf } = list;
  if (edit.how === 'set') {
    if (hasDuplicates(edit.numbers)) throw alreadyExists(MESSAGES.twice(owner, item));
    await requireUnchangedList(handle, `${item}s`, { before: edit.before, wanted: edit.numbers }, { ...list, list: numbers });
    return edit.numbers;
  }
  const number = await numberOf(edit.id);
  const change =
    edit.how === 'add'
      ? addToList(numbers, number)
      : edit.how === 'remove'
        ? removeFromList(numbers, number)
        : swapWithNeighbour(numbers, number, edit.withPrevious);
  if ('list' in change) return change.list;
  if (change.why === 'is there') throw alreadyExists(item === 'step' ? MESSAGES.stepInPath : MESSAGES.has(owner, item, number));
  throw change.why === 'is at the edge' ? refused(MESSAGES.noNeighbour(item)) : notFound(`${item} in this ${owner}`);
}

const ACTIONS = {
  lesson: { add: 'add-lesson', remove: 'remove-lesson', swap: 'swap-lesson', set: 'set-lessons' },
  course: { add: 'add-course', remove: 'remove-course', swap: 'swap-course', set: 'set-courses' },
  step: { add: 'attach-step', remove: 'remove-step', swap: 'swap-step', set: 'set-steps' },
} as const satisfies Record<EditedList['item'], Record<ListEdit['how'], string>>;

/** The edit as the audit trail names it. */
export function auditedAs({ how }: ListEdit, { item }: Pick<EditedList, 'item'>) {
  return ACTIONS[item][how];
}
