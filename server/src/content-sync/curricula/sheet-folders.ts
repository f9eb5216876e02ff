import { UNHEARD, type Operation } from '#server/platform/operations.ts';
import type { Platform } from '#server/platform/platform.ts';
import { unreadableNumber, type ReadSheet, type SheetKind } from '#server/curricula/index.ts';
import { MESSAGES } from './messages.ts';

type Parts = Pick<Platform, 'git' | 'log'>;

/** Reads the folder of a course or a path; null when it holds none. Told in the log: what was not understood. */
export async function readSheet({ git, log }: Parts, kind: SheetKind, commit: string, folder: string): Promise<ReadSheet | null> {
  const { files } = await git.readFolder(commit, `${kind.root}/${folder}`);
  if (!files.has(kind.file)) return null;
  const sheet = kind.read(files);
  if (sheet.problems.length > 0)
    log.warn({ place: `${kind.root}/${folder}`, commit, problems: sheet.problems }, 'it was not understood wholly');
  return sheet;
}

export interface SheetFolder {
  readonly folder: string;
  readonly sheet: ReadSheet;
}

/** All courses, or paths, of a commit by number, and why others cannot be told: by number, or by folder where that cannot be read. */
export async function readSheets(
  platform: Parts,
  kind: SheetKind,
  commit: string,
  operation: Operation = UNHEARD,
): Promise<{ found: Map<number, SheetFolder>; invalid: Record<string, string> }> {
  const read: SheetFolder[] = [];
  const invalid: Record<string, string> = {};
  const folders = [...(await platform.git.folderTrees(kind.root, commit)).keys()];
  for (const [index, folder] of folders.entries()) {
    operation.signal.throwIfAborted();
    operation.progress(`Reading ${kind.root}`, index, folders.length);
    const sheet = await readSheet(platform, kind, commit, folder);
    if (!sheet) continue;
    const problem = unreadableNumber(sheet);
    if (problem !== null) invalid[folder] = MESSAGES.unreadable(`${kind.root}/${folder}`, problem);
    else read.push({ folder, sheet });
  }
  const found = new Map<number, SheetFolder>();
  for (const [sequence, [first, ...others]] of Map.groupBy(read, ({ sheet }) => sheet.sequence)) {
    if (first && others.length === 0) found.set(sequence, first);
    else if (first)
      invalid[sequence] = MESSAGES.twoFolders(
        sequence,
        [first, ...others].map(({ folder }) => folder),
      );
  }
  return { found, invalid };
}
