import type { CurriculumContent } from '#features/content-model/rules/curriculum-content.ts';
import type { Problem } from '#features/content-model/rules/lesson-content.ts';
import type { CurriculumKind } from '#features/curricula/server/index.ts';
import { NO_OPERATION, type Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './messages.ts';

type Deps = Pick<Platform, 'git' | 'log'>;

/** Reads the folder of a course or a path; null when it is none. What could not be understood is logged. */
export async function readCurriculumFolder(
  deps: Deps,
  kind: CurriculumKind,
  commit: string,
  folder: string,
): Promise<CurriculumContent | null> {
  return (await readWithProblems(deps, kind, commit, folder))?.content ?? null;
}

async function readWithProblems({ git, log }: Deps, kind: CurriculumKind, commit: string, folder: string) {
  const { files } = await git.readFolder(commit, `${kind.root}/${folder}`);
  if (!files.has(kind.file)) return null;
  const read = kind.read(files);
  if (read.problems.length > 0) log.warn({ place: `${kind.root}/${folder}`, commit, problems: read.problems }, 'problems in a YAML file');
  return read;
}

/** Why the number is unknown, and taken for 0; null: it is known. Such a folder is refused: 0 may be the number of another one. */
export function numberProblem(problems: readonly Problem[]): string | null {
  return problems.find(({ code }) => code === 'unknown-number')?.message ?? null;
}

export interface FoundCurriculum {
  readonly folder: string;
  readonly content: CurriculumContent;
}

/** All courses, or paths, of a commit by number, and why others are invalid: by number, or by folder when that is unknown. */
export async function readAllFolders(
  deps: Deps,
  kind: CurriculumKind,
  commit: string,
  operation: Operation = NO_OPERATION,
): Promise<{ found: Map<number, FoundCurriculum>; invalid: Record<string, string> }> {
  const all: FoundCurriculum[] = [];
  const invalid: Record<string, string> = {};
  const folders = [...(await deps.git.folderTrees(kind.root, commit)).keys()];
  for (const [index, folder] of folders.entries()) {
    operation.signal.throwIfAborted();
    operation.progress(`Reading ${kind.root}`, index, folders.length);
    const read = await readWithProblems(deps, kind, commit, folder);
    if (!read) continue;
    const problem = numberProblem(read.problems);
    if (problem !== null) invalid[folder] = MESSAGES.unreadable(`${kind.root}/${folder}`, problem);
    else all.push({ folder, content: read.content });
  }
  const found = new Map<number, FoundCurriculum>();
  for (const [sequence, [first, ...others]] of Map.groupBy(all, ({ content }) => content.sequence)) {
    if (first && others.length === 0) found.set(sequence, first);
    else if (first)
      invalid[sequence] = MESSAGES.twoFolders(
        sequence,
        [first, ...others].map(({ folder }) => folder),
      );
  }
  return { found, invalid };
}
