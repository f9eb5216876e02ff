import type { TrashItem } from '#contract/trash.ts';

/** What has the number of something in the trash: `Course 30`; for a screen or a file the lesson that it was in. */
export function itemTitle(item: TrashItem): string {
  if (item.lesson_id !== null) return `Lesson ${item.lesson_sequence}`;
  return `${item.kind === 'course' ? 'Course' : 'Path'} ${item.sequence}`;
}
