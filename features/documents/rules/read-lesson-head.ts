import type { Problem } from '#features/content-model/rules/lesson-content.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { parseLessonYaml } from './lesson-yaml.ts';
import { readYaml } from './yaml-file.ts';

/** The contents of `lesson.yaml` alone: enough to list a lesson, not to edit it (shallow import). */
export interface LessonHead {
  readonly uuid: string;
  readonly sequence: number;
  readonly fields: LessonFields;
}

/** `head` is null if the number of the lesson is invalid; a problem says why. */
export function readLessonHead(bytes: Uint8Array): { head: LessonHead | null; problems: Problem[] } {
  const problems: Problem[] = [];
  const report = (message: string) => problems.push({ path: 'lesson.yaml', message });
  const root = readYaml(new Map([['lesson.yaml', bytes]]), 'lesson.yaml', report);
  const hasNumber = root.isInFile && !root.get('sequence').isAbsent;
  const { uuid, sequence, fields } = parseLessonYaml(root);
  const isNumberRead = hasNumber && !problems.some(({ message }) => message.startsWith('sequence'));
  return { head: isNumberRead ? { uuid, sequence, fields } : null, problems };
}

/**
 * Finds the number in a `lesson.yaml` without parsing it: a top-level key starts a line, and nothing else can look like one.
 * Null: parsing is needed.
 */
export function findLessonNumber(bytes: Uint8Array): number | null {
  const lines = [...new TextDecoder().decode(bytes).matchAll(/^sequence:[ \t]+(\d{1,9})[ \t]*(?:#.*)?\r?$/gm)];
  return lines.length === 1 ? Number(lines[0]?.[1]) : null;
}
