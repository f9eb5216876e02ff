import { parseLessonNumbers } from '#platform/web/ui/number-list.ts';

interface EditChoice {
  name: string;
  /** The release to copy from. */
  from: number | null;
  /** The selected edited lessons. */
  chosen: ReadonlySet<number>;
  /** More lesson numbers, as entered. */
  numbers: string;
}

/** The request of the Edit Release dialog. Without selected lessons it only renames. */
export function editRequest({ name, from, chosen, numbers }: EditChoice): { name: string; from_release?: number; lessons_list?: number[] } {
  const lessons = [...new Set([...chosen, ...parseLessonNumbers(numbers)])].sort((left, right) => left - right);
  if (from === null || lessons.length === 0) return { name: name.trim() };
  return { name: name.trim(), from_release: from, lessons_list: lessons };
}
