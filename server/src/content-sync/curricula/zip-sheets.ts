import { isSafePath } from '#content/safe-path.ts';
import type { FileBytes } from '#server/platform/file-bytes.ts';
import { contentPathProblem } from '#server/platform/git/content-path.ts';
import { SHEET_TOO_LARGE } from '#server/content-sync/messages.ts';
import { SHEET_KINDS, unreadableNumber, type SheetKind } from '#server/curricula/index.ts';
import { MESSAGES } from './messages.ts';

interface Refused {
  path: string;
  reason: string;
}

/** A course or a path that was found in a zip. */
export interface ZipSheet {
  readonly kind: SheetKind;
  readonly sequence: number;
  /** Its place below `courses/` or `paths/` in the branch. */
  readonly folder: string;
  /** Paths below the folder. */
  readonly files: ReadonlyMap<string, FileBytes>;
}

export interface ZipSheets {
  readonly sheets: ZipSheet[];
  readonly refused: Refused[];
  /** The files that are in no such folder. */
  readonly others: ReadonlyMap<string, FileBytes>;
}

/**
 * Finds the folders of courses and paths among the files of a zip: those with their sheet below a `courses/` or `paths/`, wherever that
 * lies, but inside of no lesson. Those whose number cannot be read, or is there twice, are told.
 *
 * @param inMain The folder that main has of a number, which the one of the zip takes the place of.
 */
export function findZipSheets(
  files: ReadonlyMap<string, FileBytes>,
  inMain: (kind: SheetKind, sequence: number) => string | undefined,
): ZipSheets {
  const lessons = [...files.keys()]
    .filter((path) => /(?:^|\/)lesson\.yaml$/.test(path))
    .map((path) => path.slice(0, -'lesson.yaml'.length));
  const others = new Map(files);
  const sheets = new Map<string, ZipSheet>();
  const refused: Refused[] = [];
  for (const kind of SHEET_KINDS) {
    for (const sheet of files.keys()) {
      const root = new RegExp(`^((?:.*/)?${kind.root}/([^/]+)/)${kind.file}$`).exec(sheet);
      const [, below = '', name = ''] = root ?? [];
      if (!root || lessons.some((lesson) => below.startsWith(lesson))) continue;
      const own = new Map([...others].filter(([path]) => path.startsWith(below)).map(([path, bytes]) => [path.slice(below.length), bytes]));
      for (const path of own.keys()) others.delete(below + path);
      const said = own.get(kind.file);
      const read = kind.read(said instanceof Uint8Array ? new Map([[kind.file, said]]) : new Map());
      const { sequence } = read;
      const place = `${kind.root}/${sequence}`;
      const why =
        (said instanceof Uint8Array ? unreadableNumber(read) : SHEET_TOO_LARGE) ??
        (sheets.has(place) ? MESSAGES.twoFolders(sequence, [sheets.get(place)?.folder ?? '', name]) : null);
      const folder = inMain(kind, sequence) ?? name;
      for (const path of own.keys()) {
        const problem =
          why ?? (isSafePath(path) ? contentPathProblem(`${kind.root}/${folder}/${path}`) : 'The name is not safe on every system.');
        if (problem !== null && own.delete(path)) refused.push({ path: below + path, reason: problem });
      }
      if (why === null && own.has(kind.file)) sheets.set(place, { kind, sequence, folder, files: own });
    }
  }
  return { sheets: [...sheets.values()], refused, others };
}
