import { CONTENT_ROOTS, SETTINGS_FILE } from '../rules/content-roots.ts';
import { canHoldPlanning, isPlanningChange } from '../rules/planning-change.ts';
import { mergeBases } from './compare.ts';
import type { GitRepository } from './git.ts';

/** The object of each file that differs, by path; `gone` for a deleted one. */
type Blobs = ReadonlyMap<string, string>;

/** The settings too: they say how many approvals the next merge needs. */
const REVIEWED = ['--', ...[...CONTENT_ROOTS, SETTINGS_FILE].map((root) => `:(top,literal)${root}`)];

/** The first line of a commit's record. Reviewed paths begin otherwise. */
const COMMIT = /^[0-9a-f]{40,64}\n/;
const CHANGE_ID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** Commits of a branch under review. */
export interface Approved {
  /** The commit that was approved. */
  readonly approved: string;
  /** The head of the branch now. */
  readonly head: string;
  readonly main: string;
}

/** The record of a file whose text changed: its two objects. That of a merge begins with two colons. */
const TEXT_CHANGE = /^\n?:(\d{6}) \1 ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) M$/;

/**
 * Whether everything that a branch changes in lessons, courses, paths and settings was there, as it is now, in an approved commit. What
 * came from main since is no change of the branch, and neither is the planning of lessons.
 */
export async function isSameChange(repository: GitRepository, { approved, head, main }: Approved): Promise<boolean> {
  if (approved === head) return true;
  const now = await changesOf(repository, main, head);
  const then = await changesOf(repository, main, approved);
  const others = [...now].flatMap(([path, blob]) => (then.get(path) === blob ? [] : [path]));
  if (!others.every(canHoldPlanning)) return false;
  // What the branch no longer changes: main now has the same, or the change was reverted.
  const since = await blobs(repository, approved, head);
  const ended = [...then.keys()].filter((path) => since.has(path));
  if (!ended.every(canHoldPlanning)) return false;
  for (const path of new Set([...others, ...ended])) {
    const objects = [`${approved}:${path}`, `${head}:${path}`] as const;
    if (now.get(path) === 'gone' || !(await isOnlyPlanned(repository, objects))) return false;
  }
  return true;
}

/** Whether two objects of a `lesson.yaml` differ only in planning. A missing one is no planning. */
async function isOnlyPlanned(repository: GitRepository, objects: readonly [string, string]): Promise<boolean> {
  const [before, after] = await Promise.all(objects.map((object) => repository.run(['cat-file', 'blob', object], { answers: [128] })));
  if (before?.exitCode !== 0 || after?.exitCode !== 0) return false;
  return isPlanningChange(before.stdout, after.stdout);
}

/** The number of commits of a branch, without those of main, that changed lessons, courses, paths or settings since an approved commit. */
export async function countChangesSince(repository: GitRepository, { approved, head, main }: Approved): Promise<number> {
  const args = ['rev-list', '--count', '--no-merges', '--end-of-options', head, `^${approved}`, `^${main}`, ...REVIEWED];
  return Number(await repository.text(args));
}

/** Who changed lessons, courses, paths and settings in a branch, as its commits say. */
export interface Writers {
  /** Addresses of the authors and committers, in lower case. */
  readonly emails: ReadonlySet<string>;
  readonly commits: readonly string[];
  /** The saves that the commits name. A push can name any. */
  readonly changeIds: readonly string[];
}

/** The commits of a branch that main doesn't have, and the trailer that names the saves in them. */
export interface WrittenRange extends Pick<Approved, 'main' | 'head'> {
  readonly trailer: string;
}

/** The writers of the commits of a branch that main doesn't have. Who only plans lessons writes nothing. */
export async function listWriters(repository: GitRepository, { main, head, trailer }: WrittenRange): Promise<Writers> {
  // Merges that only combine both sides are left out, but not those with content of their own. A line of a commit's head has no newline,
  // but may have any other character.
  const format = `%H%n%ae%n%ce%n%(trailers:key=${trailer},valueonly)`;
  const args = ['log', '--full-history', '-c', '--raw', '--no-abbrev', '-z', `--format=${format}`, '--end-of-options', `${main}..${head}`];
  const parts = (await repository.text([...args, ...REVIEWED])).split('\0');
  const writers = { emails: new Set<string>(), commits: [] as string[], changeIds: [] as string[] };
  for (const [at, part] of parts.entries()) {
    const hasFiles = COMMIT.test(part) && (parts[at + 1] ?? '').startsWith('\n:');
    if (!hasFiles || (await hasOnlyPlanning(repository, parts, at + 1))) continue;
    const [commit = '', author = '', committer = '', ...trailers] = part.split('\n');
    for (const email of [author, committer]) writers.emails.add(email.toLowerCase());
    writers.commits.push(commit);
    writers.changeIds.push(...(trailers.join('\n').match(CHANGE_ID) ?? []));
  }
  return writers;
}

/** Whether the files of a commit, whose records begin at `from`, changed only in their planning. */
async function hasOnlyPlanning(repository: GitRepository, parts: readonly string[], from: number): Promise<boolean> {
  for (let at = from; /^\n?:/.test(parts[at] ?? ''); at += 2) {
    const [, , before, after] = TEXT_CHANGE.exec(parts[at] ?? '') ?? [];
    if (before === undefined || after === undefined || !canHoldPlanning(parts[at + 1] ?? '')) return false;
    if (!(await isOnlyPlanned(repository, [before, after]))) return false;
  }
  return true;
}

async function changesOf(repository: GitRepository, main: string, commit: string): Promise<Blobs> {
  const bases = await mergeBases(repository, main, commit);
  // A file that equals one of several bases may still change main.
  const changes = await Promise.all((bases.length === 0 ? [main] : bases).map((base) => blobs(repository, base, commit)));
  return new Map(changes.flatMap((change) => [...change]));
}

async function blobs(repository: GitRepository, before: string, after: string): Promise<Blobs> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--end-of-options', before, after, ...REVIEWED];
  // Not as UTF-8: different invalid bytes would become the same path.
  const parts = (await repository.run(args)).stdout.toString('latin1').split('\0');
  const found = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', , blob = '', status = ''] = (parts[at] ?? '').split(' ');
    found.set(parts[at + 1] ?? '', status === 'D' ? 'gone' : `${mode} ${blob}`);
  }
  return found;
}
