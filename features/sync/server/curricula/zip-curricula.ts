import { YAML_TOO_LARGE } from '#features/branches/server/index.ts';
import { CURRICULUM_KINDS, type CurriculumKind } from '#features/curricula/server/index.ts';
import { isSafePath } from '#platform/content/safe-path.ts';
import { newPathProblem } from '#platform/server/content-path.ts';
import type { FileBytes } from '#platform/server/file-bytes.ts';
import { MESSAGES } from './messages.ts';
import { numberProblem } from './read-curricula.ts';

interface Refused {
  path: string;
  reason: string;
}

/** A course or a path in a zip. */
export interface ZipCurriculum {
  readonly kind: CurriculumKind;
  readonly sequence: number;
  /** Below `courses/` or `paths/` in the branch. */
  readonly folder: string;
  /** Paths below the folder. */
  readonly files: ReadonlyMap<string, FileBytes>;
}

interface ZipCurricula {
  readonly curricula: ZipCurriculum[];
  readonly refused: Refused[];
  /** The files that are in no such folder. */
  readonly others: ReadonlyMap<string, FileBytes>;
}

/**
 * Finds the folders of courses and paths among the files of a zip: those below a `courses/` or `paths/` that have a course.yaml or
 * path.yaml. The zip may have them anywhere but inside a lesson. Those whose number is unknown or used twice are refused.
 *
 * @param inMain The folder that main has for a number; the one in the zip replaces it.
 */
export function findZipCurricula(
  files: ReadonlyMap<string, FileBytes>,
  inMain: (kind: CurriculumKind, sequence: number) => string | undefined,
): ZipCurricula {
  const lessons = [...files.keys()]
    .filter((path) => /(?:^|\/)lesson\.yaml$/.test(path))
    .map((path) => path.slice(0, -'lesson.yaml'.length));
  const others = new Map(files);
  const curricula = new Map<string, ZipCurriculum>();
  const refused: Refused[] = [];
  for (const kind of CURRICULUM_KINDS) {
    for (const yaml of files.keys()) {
      const root = new RegExp(`^((?:.*/)?${kind.root}/([^/]+)/)${kind.file}$`).exec(yaml);
      const [, below = '', name = ''] = root ?? [];
      if (!root || lessons.some((lesson) => below.startsWith(lesson))) continue;
      const own = new Map([...others].filter(([path]) => path.startsWith(below)).map(([path, bytes]) => [path.slice(below.length), bytes]));
      for (const path of own.keys()) others.delete(below + path);
      const bytes = own.get(kind.file);
      const isRead = bytes instanceof Uint8Array;
      const { content, problems } = kind.read(isRead ? new Map([[kind.file, bytes]]) : new Map());
      const { sequence } = content;
      const place = `${kind.root}/${sequence}`;
      const why =
        (isRead ? numberProblem(problems) : YAML_TOO_LARGE) ??
        (curricula.has(place) ? MESSAGES.twoFolders(sequence, [curricula.get(place)?.folder ?? '', name]) : null);
      const folder = inMain(kind, sequence) ?? name;
      for (const path of own.keys()) {
        const problem =
          why ?? (isSafePath(path) ? newPathProblem(`${kind.root}/${folder}/${path}`) : 'The name is not safe on every system.');
        if (problem !== null && own.delete(path)) refused.push({ path: below + path, reason: problem });
      }
      if (why === null && own.has(kind.file)) curricula.set(place, { kind, sequence, folder, files: own });
    }
  }
  return { curricula: [...curricula.values()], refused, others };
}
