import { LessonContent, type Files, type ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { FILE_TEXTS, SCREEN_TEXTS } from '#features/screens/contract/screen-texts.ts';
import { isSafePath } from '#platform/content/safe-path.ts';
import { lessonYamlPlain, parseLessonYaml } from './lesson-yaml.ts';
import { MergeConflicts, type Decisions, type KeyedConflict, type Sides } from './merge-conflicts.ts';
import { clearVersion, mergePreferringTheirs, mergeOtherFile, mergeAsUnit, settleFoldersNamedAsFiles, versionsOf } from './merge-files.ts';
import { mergeLesson } from './merge-lesson.ts';
import { readLesson } from './read-lesson.ts';
import { writeLesson } from './write-lesson.ts';
import { readYaml, writeYaml } from './yaml-file.ts';

export interface LessonFilesMerge {
  /** The merged folder; empty: it is deleted. Not final while there are conflicts. */
  readonly files: Files;
  readonly conflicts: readonly KeyedConflict[];
}

/**
 * Merges two versions of a lesson's folder: parsed contents with {@link mergeLesson}, everything else by file. Unknown files and
 * keys, comments and layout of both sides are kept where they don't collide. An empty side has no such folder.
 *
 * @param decided resolved conflicts, by key; the others remain conflicts
 * @throws ZodError if the decisions make the lesson invalid
 */
export function mergeLessonFiles(sides: Sides<Files>, decided: Decisions = {}): LessonFilesMerge {
  const { base, mine, theirs } = sides;
  const merger = new MergeConflicts(decided);
  const whole = mergeAsUnit(merger, sides, 'lesson', (files) => `Lesson “${readLesson(files).lesson.fields.title}”`);
  if (whole) return { files: whole, conflicts: merger.conflicts };
  const before = base.size === 0 ? null : readLesson(base).lesson;
  const read = (files: Files) => readLesson(files, before?.screens).lesson;
  const lessons = { base: before, mine: read(mine), theirs: read(theirs) };
  const { merged, conflicts } = mergeLesson(lessons, decided);
  if (Object.keys(decided).length > 0) LessonContent.parse(merged);
  const placed = {
    base: withFoldersOf(merged, base, lessons.base),
    mine: withFoldersOf(merged, mine, lessons.mine),
    theirs: withFoldersOf(merged, theirs, lessons.theirs),
  };
  const start = mergePaths(merger, placed, screensOf(merged, lessons));
  const files = listScreens(
    writeLesson(withFilesOf(merged, start, sides), start, readLesson(start, merged.screens).lesson),
    merged.screens,
  );
  // The writer skips files with unsafe names; keep them, they aren't ours to delete.
  for (const [path, bytes] of start) if (!isSafePath(path)) files.set(path, bytes);
  return { files, conflicts: [...conflicts, ...merger.conflicts] };
}

type Lessons = Sides<LessonContent | null>;

/** Moves one side's files to the merged screen folders, so that a moved folder isn't a difference. */
function withFoldersOf(merged: LessonContent, files: Files, lesson: LessonContent | null): Files {
  const folders = new Map(
    lesson?.screens.map(({ uuid, folder }) => [folder, merged.screens.find((screen) => screen.uuid === uuid)?.folder]),
  );
  return new Map(
    [...files].map(([path, bytes]) => {
      const [root = '', folder = '', ...rest] = path.split('/');
      const next = rest.length > 0 && isScreenRoot(root) ? folders.get(folder) : undefined;
      return [next === undefined ? path : [root, next, ...rest].join('/'), bytes];
    }),
  );
}

function isScreenRoot(root: string): boolean {
  return root === 'screens' || root === '.generated';
}

/** Which sides have the screen of a folder; null: it was deleted; undefined: there never was one. */
type ScreenOn = (folder: string) => { mine: boolean; theirs: boolean } | null | undefined;

function screensOf(merged: LessonContent, { mine, theirs }: Lessons): ScreenOn {
  const uuidsOf = (lesson: LessonContent | null) => new Set(lesson?.screens.map(({ uuid }) => uuid));
  const [here, there] = [uuidsOf(mine), uuidsOf(theirs)];
  const uuids = new Map(merged.screens.map(({ uuid, folder }) => [folder, uuid]));
  const gone = new Set([mine, theirs].flatMap((lesson) => lesson?.screens.map(({ folder }) => folder) ?? []));
  return (folder) => {
    const uuid = uuids.get(folder);
    if (uuid === undefined) return gone.has(folder) ? null : undefined;
    return { mine: here.has(uuid), theirs: there.has(uuid) };
  };
}

function mergePaths(merger: MergeConflicts, sides: Sides<Files>, screenOn: ScreenOn): Map<string, Uint8Array> {
  const merged = new Map<string, Uint8Array>();
  for (const path of new Set([...sides.mine.keys(), ...sides.theirs.keys()])) {
    const bytes = mergePath(merger, sides, path, screenOn);
    if (bytes) merged.set(path, bytes);
  }
  settleFoldersNamedAsFiles(merger, sides, merged);
  return merged;
}

function mergePath(merger: MergeConflicts, sides: Sides<Files>, path: string, screenOn: ScreenOn): Uint8Array | undefined {
  const [root = '', folder = '', ...rest] = path.split('/');
  const versions = versionsOf(sides, path);
  const on = isScreenRoot(root) && rest.length > 0 ? screenOn(folder) : undefined;
  if (on === null) return undefined;
  // A screen on one side only is new or was kept, so it is copied completely.
  if (on && on.mine !== on.theirs) return on.mine ? versions.mine : versions.theirs;
  const clear = clearVersion(versions);
  if (clear) return clear.bytes;
  return isOurs(root, rest) || (rest.length === 0 && OUR_FILES.has(path))
    ? mergePreferringTheirs(path, versions)
    : mergeOtherFile(merger, path, versions);
}

const OUR_FILES: ReadonlySet<string> = new Set(['lesson.yaml', 'packages.yaml', 'packages.lock', 'datasets.yaml', 'preflight.yaml']);
const OUR_SCREEN_FILES = [...FILE_TEXTS.map((field) => SCREEN_TEXTS[field].file.replace(/\.\*$/, '')), 'screen.yaml', 'questions.yaml'];

/** Whether a screen file's contents are merged by {@link mergeLesson}. */
function isOurs(root: string, rest: readonly string[]): boolean {
  if (root === '.generated') return true;
  if (root !== 'screens' || rest.length === 0) return false;
  const path = rest.join('/');
  if (rest[0] === 'tests' && rest.length === 3) return path.endsWith('/expect.yaml') || /\/submission\.\w+$/.test(path);
  return OUR_SCREEN_FILES.some((ours) => path === ours || (path.startsWith(`${ours}.`) && rest.length === 2));
}

/** Data files and images exist if their bytes do; settings of files without bytes stay unchanged. */
function withFilesOf(merged: LessonContent, start: Files, sides: Sides<Files>): LessonContent {
  const isThere = (path: string) => start.has(path) || !(sides.mine.has(path) || sides.theirs.has(path));
  const present = readLesson(start).lesson;
  const known = new Map(merged.data_files.map((file) => [file.file_name, file]));
  for (const file of present.data_files)
    if (!known.has(file.file_name) && start.has(`files/${file.file_name}`)) known.set(file.file_name, file);
  return {
    ...merged,
    data_files: [...known.values()]
      .filter(({ file_name }) => isThere(`files/${file_name}`))
      .sort((a, b) => (a.file_name < b.file_name ? -1 : 1)),
    images: present.images,
  };
}

/** A list of folders merged by line may contain deleted ones, so it is rewritten from the lesson. */
function listScreens(files: Map<string, Uint8Array>, screens: readonly ScreenContent[]): Map<string, Uint8Array> {
  const yaml = parseLessonYaml(readYaml(files, 'lesson.yaml', () => undefined));
  const folders = screens.map(({ folder }) => folder);
  writeYaml(files, 'lesson.yaml', lessonYamlPlain(yaml), lessonYamlPlain({ ...yaml, screens: folders }));
  return files;
}
