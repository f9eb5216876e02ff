import type { LessonFields } from '#contract/lessons.ts';
import type { Problem } from './lesson-content.ts';
import { readLessonSheet } from './lesson-sheet.ts';
import { readYaml } from './yaml/yaml-file.ts';

/** What `lesson.yaml` alone tells of a lesson: enough to list it, not to edit it (product §3: shallow import). */
export interface LessonHead {
  readonly uuid: string;
  readonly sequence: number;
  readonly fields: LessonFields;
}

/** A `lesson.yaml` whose number cannot be read tells no lesson: `head` is null, and a problem says why. */
export function readLessonHead(bytes: Uint8Array): { head: LessonHead | null; problems: Problem[] } {
  const problems: Problem[] = [];
  const report = (message: string) => problems.push({ path: 'lesson.yaml', message });
  const root = readYaml(new Map([['lesson.yaml', bytes]]), 'lesson.yaml', report);
  const hasNumber = root.isInFile && !root.get('sequence').isAbsent;
  const { uuid, sequence, fields } = readLessonSheet(root);
  const isNumberRead = hasNumber && !problems.some(({ message }) => message.startsWith('sequence'));
  return { head: isNumberRead ? { uuid, sequence, fields } : null, problems };
}

/**
 * The number that stands in a `lesson.yaml`, without reading the rest: a top-level key begins a line, and nothing else
 * that is spelled like this does. Null: it takes reading to tell.
 */
export function findLessonNumber(bytes: Uint8Array): number | null {
  const lines = [...new TextDecoder().decode(bytes).matchAll(/^sequence:[ \t]+(\d{1,9})[ \t]*(?:#.*)?\r?$/gm)];
  return lines.length === 1 ? Number(lines[0]?.[1]) : null;
}
