import type { TrashItem } from '../contract.ts';

/** The items whose name, number, lesson, release or deleter contains every search word (lower case). */
export function filterTrash(items: readonly TrashItem[], words: readonly string[]): readonly TrashItem[] {
  if (words.length === 0) return items;
  return items.filter((item) => {
    const { kind, name, release_name, deleted_by } = item;
    const place = item.lesson_id === null ? [item.sequence] : [item.lesson_sequence, item.lesson_title];
    const text = [kind, name, ...place, release_name, deleted_by ?? ''].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
