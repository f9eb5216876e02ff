import { parseLessonNumbers } from '#web/ui/lesson-numbers.ts';

interface EditChoice {
  name: string;
  /** The release to copy from. */
  from: number | null;
  /** Edited lessons that are ticked. */
  chosen: ReadonlySet<number>;
  /** Further numbers, as they are typed. */
  numbers: string;
}

/** What Edit Release sends. A §5: when no lessons are selected only a rename is sent. */
export function editRequest({ name, from, chosen, numbers }: EditChoice): { name: string; from_release?: number; lessons_list?: number[] } {
  const lessons = [...new Set([...chosen, ...parseLessonNumbers(numbers)])].sort((left, right) => left - right);
  if (from === null || lessons.length === 0) return { name: name.trim() };
  return { name: name.trim(), from_release: from, lessons_list: lessons };
}
