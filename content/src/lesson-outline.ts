import { readLessonSheet } from './lesson-sheet.ts';
import { readScreenSheet } from './screen-sheet.ts';
import { encodeUtf8 } from './text-file.ts';
import { readYaml } from './yaml/yaml-file.ts';

/**
 * The folders of a lesson's screens in order, as readLesson orders them.
 * @param sheet `lesson.yaml`; null: it is missing.
 * @param present The folders that exist.
 */
export function screenFolders(sheet: Uint8Array | null, present: readonly string[]): string[] {
  const files = new Map(sheet === null ? [] : [['lesson.yaml', sheet] as const]);
  const { screens } = readLessonSheet(readYaml(files, 'lesson.yaml', () => undefined));
  return [...new Set([...screens.filter((folder) => present.includes(folder)), ...present.toSorted()])];
}

/** The title in a `screen.yaml`; empty if there is none. */
export function screenTitle(sheet: Uint8Array | null): string {
  const files = new Map([['screen.yaml', sheet ?? encodeUtf8('')]]);
  return readScreenSheet(
    readYaml(files, 'screen.yaml', () => undefined),
    '',
    'text',
  ).fields.title;
}

/** The name of a course or path in its YAML file; empty if there is none. */
export function curriculumTitle(sheet: Uint8Array): string {
  const root = readYaml(new Map([['sheet.yaml', sheet]]), 'sheet.yaml', () => undefined);
  return root.get('name').text;
}
