import { MESSAGES, YAML_TOO_LARGE } from '#features/branches/server/index.ts';
import { lessonFolder, uniqueName } from '#features/documents/rules/folder-name.ts';
import { readLessonHead } from '#features/documents/rules/read-lesson-head.ts';
import { FOLDER_FILES_MAX } from '#features/git/server/index.ts';
import { isSafeName, isSafePath } from '#platform/content/safe-path.ts';
import { contentPathProblem } from '#platform/server/content-path.ts';
import { tooLarge } from '#platform/server/errors.ts';
import type { FileBytes } from '#platform/server/file-bytes.ts';

interface Refused {
  path: string;
  reason: string;
}

/** A lesson folder found in a zip. */
export interface ZipLesson {
  sequence: number;
  /** Its path below `lessons/` on the branch. */
  folder: string;
  /** Paths below the folder. */
  files: ReadonlyMap<string, FileBytes>;
}

export interface ZipLessons {
  lessons: ZipLesson[];
  refused: Refused[];
}

/** The file that identifies a lesson folder. */
export const LESSON_YAML = 'lesson.yaml';

/**
 * Finds the lesson folders in a zip by their `lesson.yaml`, at any path, including the zip's root. Reports files
 * outside of them, and folders whose number can't be read or is used twice.
 *
 * @throws AppError `too_large` for a folder with more files than can be read back from a commit.
 * @param inMain Main's folders: by number (a lesson of the zip replaces that one), and all of them as taken.
 */
export function findZipLessons(files: ReadonlyMap<string, FileBytes>, inMain: ReadonlyMap<number, string>): ZipLessons {
  const roots = [...files.keys()]
    .filter((path) => path === LESSON_YAML || path.endsWith(`/${LESSON_YAML}`))
    .map((path) => path.slice(0, -LESSON_YAML.length));
  const byRoot = new Map<string, Map<string, FileBytes>>(outermost(roots).map((root) => [root, new Map()]));
  const refused: Refused[] = [];
  for (const [path, bytes] of files) {
    const root = rootOf(path, byRoot);
    if (root === null) refused.push({ path, reason: 'It is not in a lesson folder (one with a lesson.yaml).' });
    else if (!isSafePath(path.slice(root.length))) refused.push({ path, reason: 'The name does not work on every system.' });
    else byRoot.get(root)?.set(path.slice(root.length), bytes);
  }
  for (const [root, { size }] of byRoot) if (size > FOLDER_FILES_MAX) throw tooLarge(MESSAGES.tooManyFiles(nameOf(root), FOLDER_FILES_MAX));
  const taken = new Set(inMain.values());
  const lessons = new Map<number, ZipLesson>();
  for (const [root, below] of byRoot) {
    const yamlFile = below.get(LESSON_YAML);
    const { head, problems } = readHead(yamlFile);
    const first = head && lessons.get(head.sequence);
    if (!head || first) {
      const reason = first
        ? MESSAGES.twoFolders(first.sequence, [first.folder, nameOf(root)])
        : (problems[0]?.message ?? MESSAGES.noNumber);
      for (const path of below.keys()) refused.push({ path: `${root}${path}`, reason });
      continue;
    }
    const folder = inMain.get(head.sequence) ?? freeFolder(nameOf(root), lessonFolder(head.sequence, head.fields.title), taken);
    taken.add(folder);
    for (const path of below.keys()) {
      const problem = contentPathProblem(`lessons/${folder}/${path}`);
      if (problem !== null && below.delete(path)) refused.push({ path: `${root}${path}`, reason: problem });
    }
    lessons.set(head.sequence, { sequence: head.sequence, folder, files: below });
  }
  return { lessons: [...lessons.values()], refused };
}

function readHead(yamlFile: FileBytes | undefined): ReturnType<typeof readLessonHead> {
  if (yamlFile instanceof Uint8Array) return readLessonHead(yamlFile);
  return { head: null, problems: yamlFile ? [{ path: LESSON_YAML, message: YAML_TOO_LARGE }] : [] };
}

/** Without nested folders, which belong to the lesson around them. */
function outermost(roots: readonly string[]): string[] {
  const sorted = roots.toSorted((a, b) => a.length - b.length);
  return sorted.filter((root, index) => !sorted.slice(0, index).some((other) => root.startsWith(other)));
}

function rootOf(path: string, roots: ReadonlyMap<string, unknown>): string | null {
  const names = path.split('/').slice(0, -1);
  for (let depth = 0; depth <= names.length; depth++) {
    const root = names
      .slice(0, depth)
      .map((name) => `${name}/`)
      .join('');
    if (roots.has(root)) return root;
  }
  return null;
}

/** `lessons/12-loops/` is named `12-loops`; the zip's root has no name. */
function nameOf(root: string): string {
  return root.split('/').at(-2) ?? '';
}

/** The folder's own name if it is free and valid in git and on every system. */
function freeFolder(own: string, made: string, taken: ReadonlySet<string>): string {
  const isFree = ![...taken].some((name) => name.toLowerCase() === own.toLowerCase());
  return isSafeName(own) && isFree ? own : uniqueName(made, taken);
}
