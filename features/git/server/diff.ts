import { listChangedFiles, pathArguments, type ChangedFile, type DiffScope } from './compare.ts';
import { GitError } from './git-errors.ts';
import type { GitRepository } from './git.ts';

/** A line of a hunk with its number on either side; null if that side doesn't have it. */
export interface PatchLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

export interface PatchHunk {
  /** In git's format: `@@ -3,7 +3,8 @@ def total():` */
  readonly header: string;
  readonly lines: PatchLine[];
}

/** The line-by-line changes of a file. */
export interface FilePatch extends ChangedFile {
  readonly is_binary: boolean;
  readonly hunks: PatchHunk[];
  /** Whether lines are omitted because there are too many. */
  readonly is_cut: boolean;
}

export interface DiffLimits {
  readonly files: number;
  /** Per file, including context. */
  readonly lines: number;
}

/** Larger files are not compared line by line. */
const COMPARED_BYTES_MAX = '1m';

/**
 * The differences between two commits by file, at most `limits.files` of them. A diff that is too long overall has no
 * lines.
 */
export async function diffCommits(
  repository: GitRepository,
  { before, after, place, limits }: { before: string; after: string; place: DiffScope; limits: DiffLimits },
): Promise<{ files: FilePatch[]; is_cut: boolean }> {
  const changed = await listChangedFiles(repository, before, after, place);
  const files = changed.slice(0, limits.files);
  const is_cut = changed.length > files.length;
  const args = ['diff-tree', '-r', '-p', '-M', '--no-color', '--no-ext-diff', '--no-textconv', '--diff-algorithm=histogram', '-U3'];
  try {
    const { stdout } = await repository.run([...args, '--end-of-options', before, after, ...pathArguments(place)], {
      config: { 'core.bigFileThreshold': COMPARED_BYTES_MAX },
    });
    const patches = splitPatches(stdout.toString());
    let next = 0;
    return {
      is_cut,
      files: files.map((file) => {
        // A file that became a link, or vice versa, has two patches: a deletion and an addition.
        const own = patches.slice(next, next + (isTypeChange(patches[next], file) ? 2 : 1));
        next += own.length;
        return { ...file, ...readPatch(own.flat(), limits.lines) };
      }),
    };
  } catch (error) {
    if (!(error instanceof GitError && error.failure === 'too-much-output')) throw error;
    return { is_cut: true, files: files.map((file) => ({ ...file, is_binary: false, hunks: [], is_cut: true })) };
  }
}

/** The lines of each file's patch. Content lines start with a sign, so none is mistaken for a header. */
function splitPatches(text: string): string[][] {
  const patches: string[][] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('diff --git ')) patches.push([]);
    patches.at(-1)?.push(line);
  }
  return patches;
}

function isTypeChange(patch: readonly string[] | undefined, file: ChangedFile): boolean {
  return file.change === 'changed' && patch !== undefined && patch.slice(0, 3).some((line) => line.startsWith('deleted file mode '));
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const KINDS: Readonly<Record<string, PatchLine['kind']>> = { ' ': 'same', '+': 'added', '-': 'removed' };

/** Parses one file's patch. */
function readPatch(patch: readonly string[], linesMax: number): Pick<FilePatch, 'is_binary' | 'hunks' | 'is_cut'> {
  const hunks: PatchHunk[] = [];
  let count = 0;
  let [before, after] = [0, 0];
  let is_binary = false;
  let hunk: PatchHunk | null = null;
  for (const line of patch) {
    if (line.startsWith('diff --git ')) hunk = null;
    const start = HUNK.exec(line);
    if (start) {
      [before, after] = [Number(start[1]), Number(start[2])];
      hunk = { header: line, lines: [] };
      hunks.push(hunk);
    } else if (!hunk) {
      if (line.startsWith('Binary files ')) is_binary = true;
    } else {
      const kind = KINDS[line.charAt(0)];
      // Such as `\ No newline at end of file`.
      if (kind === undefined) continue;
      if (++count > linesMax) return { is_binary, hunks: hunks.filter(({ lines }) => lines.length > 0), is_cut: true };
      const text = line.slice(1);
      hunk.lines.push({
        kind,
        text,
        before: kind === 'added' ? null : before++,
        after: kind === 'removed' ? null : after++,
      });
    }
  }
  return { is_binary, hunks, is_cut: false };
}
