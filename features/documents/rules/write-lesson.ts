import type { Files, LessonContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { isDerivedUuid } from '#platform/content/derived-uuid.ts';
import { isSafeName, isSafePath } from '#platform/content/safe-path.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { isSamePlain } from '#platform/content/yaml/plain.ts';
import {
  acceptedPlain,
  datasetsPlain,
  defaultDataFile,
  lessonYamlPlain,
  packagesPlain,
  parseLessonYaml,
  type LessonYaml,
} from './lesson-yaml.ts';
import { readLesson } from './read-lesson.ts';
import { writeScreen } from './write-screen.ts';
import { readYaml, writeYaml } from './yaml-file.ts';

/**
 * Writes a lesson as the files of its folder. With `previous`, its current files, only changes are applied: unchanged files keep
 * their bytes; in YAML files only changed keys are rewritten; unknown files and keys, comments and unparsable parts stay. Folders
 * of removed screens are deleted with everything in them.
 *
 * The bytes of data files and images aren't part of a lesson: they stay as in `previous` (add new ones there first), and are
 * removed once the lesson no longer lists them.
 *
 * @param before the parsed contents of `previous`, if available; screens that are identical objects are skipped
 * @throws TypeError for unsafe file names, and for two screens in one folder
 */
export function writeLesson(
  lesson: LessonContent,
  previous: Files = new Map(),
  before: LessonContent = readLesson(previous).lesson,
): Map<string, Uint8Array> {
  checkNames(lesson);
  const files = new Map([...previous].filter(([path]) => isSafePath(path)));
  const stated = parseLessonYaml(readYaml(files, 'lesson.yaml', () => undefined)).files;
  placeScreens(files, before.screens, lesson.screens);
  removeFiles(files, 'files', before.data_files, lesson.data_files);
  removeFiles(files, 'images', before.images, lesson.images);
  const yaml = { ...yamlOf(before), files: stated };
  writeYaml(files, 'lesson.yaml', lessonYamlPlain(yaml), lessonYamlPlain({ ...yamlOf(lesson), files: statedFiles(lesson, stated, files) }));
  writeYaml(files, 'packages.yaml', packagesPlain(before.packages), packagesPlain(lesson.packages));
  writeYaml(files, 'datasets.yaml', datasetsPlain(before.datasets), datasetsPlain(lesson.datasets));
  writeYaml(files, 'preflight.yaml', acceptedPlain(before.accepted), acceptedPlain(lesson.accepted));
  if (lesson.packages_lock === null) files.delete('packages.lock');
  else if (lesson.packages_lock !== before.packages_lock) files.set('packages.lock', encodeUtf8(lesson.packages_lock));
  const isSameLanguage = before.fields.language === lesson.fields.language;
  const known = new Map(before.screens.map((screen) => [screen.uuid, screen]));
  for (const screen of lesson.screens) {
    if (isDerivedUuid(screen.uuid)) stateUuid(files, screen);
    const was = known.get(screen.uuid);
    if (was === screen && isSameLanguage) continue;
    writeScreen(files, { screen: was, language: before.fields.language }, { screen, language: lesson.fields.language });
  }
  return files;
}

/** A copy of a screen has the uuid of its original in its file until its own is written. */
function stateUuid(files: Map<string, Uint8Array>, { folder, uuid }: ScreenContent): void {
  const path = `screens/${folder}/screen.yaml`;
  const stated = readYaml(files, path, () => undefined).get('uuid').text;
  if (stated !== '' && stated !== uuid) writeYaml(files, path, { uuid: stated }, { uuid });
}

function yamlOf(lesson: LessonContent): Omit<LessonYaml, 'files'> {
  const { uuid, sequence, fields, screens } = lesson;
  return { uuid, sequence, fields, screens: screens.map(({ folder }) => folder) };
}

/** Only lists files with their own settings, files listed before, and files without bytes. */
function statedFiles(lesson: LessonContent, stated: LessonYaml['files'], files: Files): LessonYaml['files'] {
  const order = [...stated.map(({ file_name }) => file_name), ...lesson.data_files.map(({ file_name }) => file_name)];
  return [...new Set(order)].flatMap((name) => {
    const file = lesson.data_files.find(({ file_name }) => file_name === name);
    const isStated = stated.some(({ file_name }) => file_name === name) || !files.has(`files/${name}`);
    return file && (isStated || !isSamePlain(file, defaultDataFile(name))) ? [file] : [];
  });
}

/** Deletes the folders of removed screens, and moves those whose folder has changed. */
function placeScreens(files: Map<string, Uint8Array>, before: readonly ScreenContent[], after: readonly ScreenContent[]): void {
  const moved = before.map(({ uuid, folder }) => ({ from: folder, to: after.find((screen) => screen.uuid === uuid)?.folder }));
  const changes = moved.filter(({ from, to }) => from !== to);
  if (changes.length === 0) return;
  const movedFiles = new Map<string, Uint8Array>();
  for (const { from, to } of changes) {
    for (const root of ['screens', '.generated']) {
      for (const [path, bytes] of [...files].filter(([each]) => each.startsWith(`${root}/${from}/`))) {
        files.delete(path);
        if (to !== undefined) movedFiles.set(`${root}/${to}/${path.slice(root.length + from.length + 2)}`, bytes);
      }
    }
  }
  for (const [path, bytes] of movedFiles) files.set(path, bytes);
}

interface Named {
  readonly file_name: string;
}

function removeFiles(files: Map<string, Uint8Array>, folder: string, before: readonly Named[], after: readonly Named[]): void {
  for (const { file_name } of before) {
    if (!after.some((file) => file.file_name === file_name)) files.delete(`${folder}/${file_name}`);
  }
}

function checkNames(lesson: LessonContent): void {
  const folders = lesson.screens.map(({ folder }) => folder);
  const slugs = lesson.screens.flatMap(({ tests }) => tests.map(({ slug }) => slug));
  const unsafe =
    [...folders, ...slugs, ...lesson.images.map(({ file_name }) => file_name)].find((name) => !isSafeName(name)) ??
    lesson.data_files.map(({ file_name }) => file_name).find((path) => !isSafePath(path));
  if (unsafe !== undefined) throw new TypeError(`${JSON.stringify(unsafe)} is not a safe file name.`);
  if (new Set(folders).size < folders.length) throw new TypeError('Two screens have the same folder.');
}
