import type { DataFileContent, Files, ImageContent, LessonContent, Problem, ScreenContent } from './lesson-content.ts';
import { derivedUuid } from './derived-uuid.ts';
import { defaultDataFile, readAccepted, readDatasets, parseLessonYaml, readPackages } from './lesson-yaml.ts';
import { foldersIn, readScreen } from './read-screen.ts';
import { isSafePath } from './safe-path.ts';
import { decodeUtf8 } from './text-file.ts';
import type { Report } from './yaml/cursor.ts';
import { readYaml } from './yaml/yaml-file.ts';

/**
 * Parses the folder of a lesson. Never throws for bad content: invalid parts are reported in `problems` and get their defaults,
 * and {@link writeLesson} leaves them in the files. Unknown files are ignored; unsafe paths are skipped and reported.
 */
export function readLesson(files: Files): { lesson: LessonContent; problems: Problem[] } {
  const problems: Problem[] = [];
  const reportAt =
    (path: string): Report =>
    (message) =>
      problems.push({ path, message });
  const safe = new Map([...files].filter(([path]) => isSafePath(path) || reportUnsafe(path, reportAt)));
  if (!safe.has('lesson.yaml')) reportAt('lesson.yaml')('This file is missing.');
  const yaml = parseLessonYaml(readYaml(safe, 'lesson.yaml', reportAt('lesson.yaml')));
  const ofScreens = filesOfScreens(safe);
  const folders = orderFolders(yaml.screens, foldersIn(safe, 'screens'), reportAt('lesson.yaml'));
  const lock = safe.get('packages.lock');
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
      images: fileNames(safe, 'images', reportAt).map((file_name): ImageContent => ({ file_name })),
      screens: withOwnUuids(
        folders.map((folder) => readScreen(ofScreens.get(folder) ?? new Map(), folder, yaml.fields.language, reportAt)),
        reportAt,
      ),
    },
    problems,
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

/** A folder copied by hand contains the uuid of the original: the first screen keeps it. */
function withOwnUuids(screens: readonly ScreenContent[], reportAt: (path: string) => Report): ScreenContent[] {
  const taken = new Set<string>();
  return screens.map((screen) => {
    const isTaken = taken.has(screen.uuid);
    if (isTaken) reportAt(`screens/${screen.folder}/screen.yaml`)('Another screen already has this uuid.');
    const uuid = isTaken ? derivedUuid('copied screen', screen.folder, screen.uuid) : screen.uuid;
    taken.add(uuid);
    return { ...screen, uuid };
  });
}

function dataFiles(files: Files, settings: readonly DataFileContent[], reportAt: (path: string) => Report): DataFileContent[] {
  const found = new Map(fileNames(files, 'files', reportAt).map((name) => [name, defaultDataFile(name)]));
  for (const file of settings) {
    if (!found.has(file.file_name))
      reportAt('lesson.yaml')(`files: ${file.file_name} is listed, but files/${file.file_name} does not exist.`);
    found.set(file.file_name, file);
  }
  return [...found.values()].sort((a, b) => (a.file_name < b.file_name ? -1 : 1));
}

function fileNames(files: Files, folder: string, reportAt: (path: string) => Report): string[] {
  const below = [...files.keys()].filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));
  for (const name of foldersIn(files, folder)) reportAt(`${folder}/${name}`)(`Folders below ${folder}/ are not read.`);
  return below.filter((name) => !name.includes('/')).sort();
}
