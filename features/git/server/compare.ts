import type { GitRepository } from './git.ts';

/** A commit in a list of commits. */
export interface CommitLine {
  readonly sha: string;
  readonly subject: string;
  readonly author: string;
  readonly at: Date;
}

/** A file that differs between two commits. */
export interface ChangedFile {
  readonly path: string;
  /** Previous path if it was moved. */
  readonly from: string | null;
  readonly change: 'added' | 'changed' | 'deleted' | 'moved';
  /** The file's object on either side; null if it doesn't exist there. */
  readonly before: string | null;
  readonly after: string | null;
}

const NO_OBJECT = /^0+$/;

/** NUL ends every field and record: no message or name contains it. */
const FORMAT = ['-z', '--format=%H%x00%s%x00%an%x00%aI'] as const;
const FIELDS = 4;

/** Parses the output of `git log` in {@link FORMAT}. */
function parseCommits(log: string): CommitLine[] {
  const fields = log.split('\0');
  const commits: CommitLine[] = [];
  for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
    const [sha = '', subject = '', author = '', date = ''] = fields.slice(at, at + FIELDS);
    commits.push({ sha, subject, author, at: new Date(date) });
  }
  return commits;
}

/** The merge base of two commits; null if they have none. */
export async function mergeBase(repository: GitRepository, a: string, b: string): Promise<string | null> {
  const { exitCode, stdout } = await repository.run(['merge-base', '--end-of-options', a, b], { answers: [1] });
  return exitCode === 0 ? stdout.toString().trim() : null;
}

/** All merge bases of two commits: several if each side has merged a different commit of the other one. */
export async function mergeBases(repository: GitRepository, a: string, b: string): Promise<string[]> {
  const { stdout } = await repository.run(['merge-base', '--all', '--end-of-options', a, b], { answers: [1] });
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}

/** Commits in `until` that are not in `since`, newest first, at most `limit`. */
export async function listCommits(
  repository: GitRepository,
  { since, until, limit }: { since: string; until: string; limit: number },
): Promise<CommitLine[]> {
  const args = ['log', '--topo-order', ...FORMAT, `--max-count=${limit}`, '--end-of-options', `${since}..${until}`, '--'];
  return parseCommits(await repository.text(args));
}

/** The commits up to `head` that changed anything below `path` before a date, newest first. */
export async function listCommitsOf(
  repository: GitRepository,
  head: string,
  path: string,
  { before, limit }: { before: Date; limit: number },
): Promise<CommitLine[]> {
  const args = ['log', ...FORMAT, `--max-count=${limit}`, `--before=${before.toISOString()}`, '--end-of-options', head, '--'];
  return parseCommits(await repository.text([...args, `:(literal)${path}`]));
}

/** The parents of a commit, the first one first. */
export async function parentsOf(repository: GitRepository, commit: string): Promise<string[]> {
  const line = await repository.text(['rev-list', '--parents', '--max-count=1', '--end-of-options', commit, '--']);
  return line.split(' ').slice(1);
}

/** The commit that brought `commit` into `branchHead`, following first parents; null if it isn't contained. */
export async function findMergeCommit(repository: GitRepository, commit: string, branchHead: string): Promise<CommitLine | null> {
  const args = ['log', '--reverse', '--first-parent', '--ancestry-path', ...FORMAT, '--end-of-options', `${commit}..${branchHead}`, '--'];
  return parseCommits(await repository.text(args))[0] ?? null;
}

/** Limits a list of changes to these folders or files, or to everything outside them. Paths are literal. */
export interface DiffScope {
  readonly below?: string;
  readonly outside?: readonly string[];
}

/** The arguments that end a diff command. No path is treated as a pattern. */
export function pathArguments({ below, outside }: DiffScope): string[] {
  if (below !== undefined) return ['--', `:(top,literal)${below}`];
  return outside === undefined ? ['--'] : ['--', ':(top)', ...outside.map((folder) => `:(top,exclude,literal)${folder}`)];
}

/** The files that differ between two commits, by path. Files moved within `place` are listed as one. */
export async function listChangedFiles(repository: GitRepository, before: string, after: string, place: DiffScope): Promise<ChangedFile[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '-M', '--end-of-options', before, after, ...pathArguments(place)];
  return parseRaw((await repository.run(args)).stdout.toString());
}

const CHANGES: Readonly<Record<string, ChangedFile['change']>> = { A: 'added', D: 'deleted', R: 'moved' };

/** Parses git's raw format: `:{modes} {before} {after} {status}\0{path}\0`, with a second path for moved files. */
function parseRaw(raw: string): ChangedFile[] {
  const parts = raw.split('\0');
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < parts.length;) {
    const [, , before = '', after = '', status = ''] = (parts[at] ?? '').split(' ');
    const change = CHANGES[status.charAt(0)] ?? 'changed';
    const isMoved = change === 'moved';
    files.push({
      path: parts[at + (isMoved ? 2 : 1)] ?? '',
      from: isMoved ? (parts[at + 1] ?? '') : null,
      change,
      before: NO_OBJECT.test(before) ? null : before,
      after: NO_OBJECT.test(after) ? null : after,
    });
    at += isMoved ? 3 : 2;
  }
  return files;
}
