import { SETTINGS_FILE } from '#content/repository-settings.ts';
import { mergeBase } from './compare.ts';
import { CONTENT_ROOTS } from './content-roots.ts';
import type { GitRepository } from './git.ts';

/** The object of each file that differs, by path; `gone` for a deleted one. */
type Blobs = ReadonlyMap<string, string>;

/** What is published, and the rules of later merges: others must not change after an approval, either. */
const APPROVED = ['--', ...[...CONTENT_ROOTS, SETTINGS_FILE].map((path) => `:(top,literal)${path}`)];

/** Commits of a branch under review. */
export interface Approved {
  /** The commit that was approved. */
  readonly approved: string;
  /** The head of the branch now. */
  readonly head: string;
  readonly main: string;
}

/**
 * Whether everything that a branch changes in lessons, courses, paths and the settings was there, as it is now, in an approved commit. What came from
 * main since is no change of the branch.
 */
export async function isSameChange(repository: GitRepository, { approved, head, main }: Approved): Promise<boolean> {
  if (approved === head) return true;
  const now = await changesOf(repository, main, head);
  const then = await changesOf(repository, main, approved);
  if ([...now].some(([path, blob]) => then.get(path) !== blob)) return false;
  // What the branch no longer changes: main has the same by now, or the change was taken back.
  const since = await blobs(repository, approved, head);
  return [...then.keys()].every((path) => !since.has(path));
}

/** The number of commits of a branch, without those of main, that changed any of these since an approved commit. */
export async function countChangesSince(repository: GitRepository, { approved, head, main }: Approved): Promise<number> {
  const args = ['rev-list', '--count', '--no-merges', '--end-of-options', head, `^${approved}`, `^${main}`, ...APPROVED];
  return Number(await repository.text(args));
}

/** The email addresses of everyone who wrote or committed a change of any of these in a branch. */
export async function listWriters(repository: GitRepository, { main, head }: Pick<Approved, 'main' | 'head'>): Promise<Set<string>> {
  // Merges that only combine both sides are left out, but not those with content of their own.
  const args = ['log', '--full-history', '-c', '--raw', '-z', '--format=%x01%ae%x01%ce%x01', '--end-of-options', `${main}..${head}`];
  const records = (await repository.text([...args, ...APPROVED])).split('\u0001');
  const emails = new Set<string>();
  for (let at = 1; at + 2 < records.length; at += 3) {
    const hasFiles = (records[at + 2] ?? '').includes(':');
    if (hasFiles) for (const email of records.slice(at, at + 2)) emails.add(email.toLowerCase());
  }
  return emails;
}

async function changesOf(repository: GitRepository, main: string, commit: string): Promise<Blobs> {
  return blobs(repository, (await mergeBase(repository, main, commit)) ?? main, commit);
}

async function blobs(repository: GitRepository, before: string, after: string): Promise<Blobs> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--end-of-options', before, after, ...APPROVED];
  const parts = (await repository.run(args)).stdout.toString().split('\0');
  const found = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', , blob = '', status = ''] = (parts[at] ?? '').split(' ');
    found.set(parts[at + 1] ?? '', status === 'D' ? 'gone' : `${mode} ${blob}`);
  }
  return found;
}
