import { encodeUtf8 } from '#platform/content/text-file.ts';
import { type LessonYaml, parseLessonYaml } from './lesson-yaml.ts';
import { parseScreenYaml } from './screen-yaml.ts';
import { readYaml } from './yaml-file.ts';

/** What a `lesson.yaml` says of its lesson; null: it is missing. */
export function lessonOutline(yaml: Uint8Array | null): LessonYaml {
  const files = new Map(yaml === null ? [] : [['lesson.yaml', yaml] as const]);
  return parseLessonYaml(readYaml(files, 'lesson.yaml', () => undefined));
}

/**
 * The folders of a lesson's screens in order, as readLesson orders them.
 *
 * @param present The folders that exist.
 */
export function screenFolders({ screens }: Pick<LessonYaml, 'screens'>, present: readonly string[]): string[] {
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
