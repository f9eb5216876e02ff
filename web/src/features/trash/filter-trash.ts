import type { TrashItem } from '#contract/trash.ts';

/** What holds every sought word (in lower case) in its name, lesson, release or the name of who deleted it. */
export function filterTrash(items: readonly TrashItem[], words: readonly string[]): readonly TrashItem[] {
  if (words.length === 0) return items;
  return items.filter((item) => {
    const { kind, name, lesson_sequence, lesson_title, release_name, deleted_by } = item;
    const text = [kind, name, lesson_sequence, lesson_title, release_name, deleted_by ?? ''].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
