import type { TrashItem } from '../contract.ts';

/** The numbered thing an item belongs to: `Course 30`; for a screen or a file its lesson. */
export function itemTitle(item: TrashItem): string {
  if (item.lesson_id !== null) return `Lesson ${item.lesson_sequence}`;
  return `${item.kind === 'course' ? 'Course' : 'Path'} ${item.sequence}`;
}
