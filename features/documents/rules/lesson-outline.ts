import { encodeUtf8 } from '#platform/content/text-file.ts';
import { parseLessonYaml } from './lesson-yaml.ts';
import { parseScreenYaml } from './screen-yaml.ts';
import { readYaml } from './yaml-file.ts';

/**
 * The folders of a lesson's screens in order, as readLesson orders them.
 * @param yaml `lesson.yaml`; null: it is missing.
 * @param present The folders that exist.
 */
export function screenFolders(yaml: Uint8Array | null, present: readonly string[]): string[] {
  const files = new Map(yaml === null ? [] : [['lesson.yaml', yaml] as const]);
  const { screens } = parseLessonYaml(readYaml(files, 'lesson.yaml', () => undefined));
  return [...new Set([...screens.filter((folder) => present.includes(folder)), ...present.toSorted()])];
}

/** The title in a `screen.yaml`; empty if there is none. */
export function screenTitle(yaml: Uint8Array | null): string {
  const files = new Map([['screen.yaml', yaml ?? encodeUtf8('')]]);
  return parseScreenYaml(
    readYaml(files, 'screen.yaml', () => undefined),
    '',
    'text',
  ).fields.title;
}
