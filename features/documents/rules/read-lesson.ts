import type {
  DataFileContent,
  Files,
  ImageContent,
  LessonContent,
  Problem,
  ScreenContent,
} from '#features/content-model/rules/lesson-content.ts';
import { derivedUuid } from '#platform/content/derived-uuid.ts';
import { isSafePath } from '#platform/content/safe-path.ts';
import { decodeUtf8 } from '#platform/content/text-file.ts';
import type { Report } from '#platform/content/yaml/cursor.ts';
import { defaultDataFile, readAccepted, readDatasets, parseLessonYaml, readPackages } from './lesson-yaml.ts';
import { foldersIn, readScreen } from './read-screen.ts';
import { readYaml } from './yaml-file.ts';

/** The folder of a screen in an earlier version of its lesson. */
export type KnownScreen = Pick<ScreenContent, 'uuid' | 'folder'>;

export interface LessonReading {
  readonly lesson: LessonContent;
  readonly problems: Problem[];
  /** Screens whose files have the uuid of another screen, from which they were copied: their own is derived. */
  readonly copied: readonly ScreenContent[];
}

/**
 * Parses the folder of a lesson. Never throws for bad content: invalid parts are reported in `problems` and get their defaults,
 * and {@link writeLesson} leaves them in the files. Unknown files are ignored; unsafe paths are skipped and reported.
 *
 * @param known the screens before: of a screen and its copies, which have the same uuid in their files, that one is the original
 */
export function readLesson(files: Files, known: readonly KnownScreen[] = []): LessonReading {
  const problems: Problem[] = [];
  const reportAt =
    (path: string): Report =>
    (message, at) =>
      problems.push({ path, message, ...(at !== undefined && { at }) });
  const safe = new Map([...files].filter(([path]) => isSafePath(path) || reportUnsafe(path, reportAt)));
  if (!safe.has('lesson.yaml')) reportAt('lesson.yaml')('This file is missing.');
  const yaml = parseLessonYaml(readYaml(safe, 'lesson.yaml', reportAt('lesson.yaml')));
  const ofScreens = filesOfScreens(safe);
  const folders = orderFolders(yaml.screens, foldersIn(safe, 'screens'), reportAt('lesson.yaml'));
  const lock = safe.get('packages.lock');
  const { screens, copied } = withOwnUuids(
    folders.map((folder) => readScreen(ofScreens.get(folder) ?? new Map(), folder, yaml.fields.language, reportAt)),
    known,
    reportAt,
  );
  return {
    lesson: {
      uuid: yaml.uuid,
      sequence: yaml.sequence,
      fields: yaml.fields,
      packages: readPackages(readYaml(safe, 'packages.yaml', reportAt('packages.yaml'))),
      packages_lock: lock ? decodeUtf8(lock) : null,
      datasets: readDatasets(readYaml(safe, 'datasets.yaml', reportAt('datasets.yaml'))),
      accepted: readAccepted(readYaml(safe, 'preflight.yaml', reportAt('preflight.yaml'))),
      data_files: dataFiles(safe, yaml.files, reportAt),
      images: imageNames(safe, reportAt).map((file_name): ImageContent => ({ file_name })),
      screens,
    },
    problems,
    copied,
  };
}

/** Groups files by screen folder, including recorded ones, so that reading a screen doesn't scan all others. */
function filesOfScreens(files: Files): Map<string, Map<string, Uint8Array>> {
  const screens = new Map<string, Map<string, Uint8Array>>();
  for (const [path, bytes] of files) {
    const [place = '', folder, ...rest] = path.split('/');
    if ((place !== 'screens' && place !== '.generated') || folder === undefined || rest.length === 0) continue;
    const own = screens.get(folder);
    if (own) own.set(path, bytes);
    else screens.set(folder, new Map([[path, bytes]]));
  }
  return screens;
}

function reportUnsafe(path: string, reportAt: (path: string) => Report): false {
  reportAt(path)('This path is not safe, so the file was skipped.');
  return false;
}

/** The listed folders that exist, followed by unlisted ones. */
function orderFolders(listed: readonly string[], present: readonly string[], report: Report): string[] {
  const order = new Set<string>();
  for (const folder of listed) {
    if (order.has(folder)) report(`screens: ${folder} is listed twice; the first position is used.`);
    else if (!present.includes(folder)) report(`screens: ${folder} is listed, but screens/${folder}/ does not exist.`);
    else order.add(folder);
  }
  for (const folder of present) {
    if (!order.has(folder)) report(`screens: screens/${folder}/ exists but is not listed; it comes last.`);
    order.add(folder);
  }
  return [...order];
}

/**
 * A folder copied by hand has the uuid of the original. The screen that had it before keeps it, else the first one. A copy keeps its own
 * when the original is gone.
 */
function withOwnUuids(
  screens: readonly ScreenContent[],
  known: readonly KnownScreen[],
  reportAt: (path: string) => Report,
): { screens: ScreenContent[]; copied: ScreenContent[] } {
  const before = new Map(known.map(({ folder, uuid }) => [folder, uuid]));
  const owners = new Map<string, string>();
  const claim = (isOwner: (screen: ScreenContent) => boolean) => {
    for (const screen of screens) if (!owners.has(screen.uuid) && isOwner(screen)) owners.set(screen.uuid, screen.folder);
  };
  claim(({ folder, uuid }) => before.get(folder) === uuid);
  claim((screen) => !before.has(screen.folder) || before.get(screen.folder) !== uuidOfCopy(screen));
  const copied: ScreenContent[] = [];
  const own = screens.map((screen) => {
    if (owners.get(screen.uuid) === screen.folder) return screen;
    reportAt(`screens/${screen.folder}/screen.yaml`)('This screen has the uuid of another one, from which it was copied.');
    const copy = { ...screen, uuid: uuidOfCopy(screen) };
    copied.push(copy);
    return copy;
  });
  return { screens: own, copied };
}

function uuidOfCopy({ folder, uuid }: KnownScreen): string {
  return derivedUuid('copied screen', folder, uuid);
}

function dataFiles(files: Files, settings: readonly DataFileContent[], reportAt: (path: string) => Report): DataFileContent[] {
  const found = new Map(pathsIn(files, 'files').map((name) => [name, defaultDataFile(name)]));
  for (const file of settings) {
    if (!found.has(file.file_name))
      reportAt('lesson.yaml')(`files: ${file.file_name} is listed, but files/${file.file_name} does not exist.`);
    found.set(file.file_name, file);
  }
  return [...found.values()].sort((a, b) => (a.file_name < b.file_name ? -1 : 1));
}

function imageNames(files: Files, reportAt: (path: string) => Report): string[] {
  for (const name of foldersIn(files, 'images')) reportAt(`images/${name}`)('Folders below images/ are not read.');
  return pathsIn(files, 'images').filter((name) => !name.includes('/'));
}

function pathsIn(files: Files, folder: string): string[] {
  return [...files.keys()]
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1))
    .sort();
}
