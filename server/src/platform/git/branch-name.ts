import { UnsafeNameError } from './git-errors.ts';

const ALLOWED = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/;

/** Names that git reads as something else than a branch, or that would hide a folder of its own. */
const RESERVED = /^(HEAD|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD|refs(\/.*)?)$/i;

/**
 * Null when `name` can be a branch, else the reason as a text for people.
 * Stricter than `git check-ref-format --branch`: every name accepted here is accepted there.
 */
export function branchNameProblem(name: string): string | null {
  if (name === '') return 'A branch needs a name.';
  if (name.length > 100) return 'A branch name has at most 100 characters.';
  if (!ALLOWED.test(name)) {
    return 'A branch name begins with a letter or digit and holds only letters, digits, dots, dashes, underscores and slashes.';
  }
  if (RESERVED.test(name)) return `${name} is a name of git's own.`;
  if (name.includes('..')) return 'A branch name cannot hold two dots in a row.';
  for (const part of name.split('/')) {
    if (part === '') return 'A branch name cannot end with a slash or hold two in a row.';
    if (part.startsWith('.') || part.endsWith('.')) return 'No part of a branch name begins or ends with a dot.';
    if (/\.lock$/i.test(part)) return 'No part of a branch name ends with ".lock".';
  }
  return null;
}

/** A ref made of a name that {@link branchNameProblem} has nothing against: git reads nothing else into it. */
export type BranchRef = `refs/heads/${string}` | `refs/remotes/origin/${string}`;

/** The full ref of a branch. @throws UnsafeNameError for a name that {@link branchNameProblem} refuses. */
export function branchRef(name: string): BranchRef {
  return `refs/heads/${checked(name)}`;
}

/** Where we keep what the remote has of a branch. @throws UnsafeNameError as {@link branchRef} does. */
export function remoteRef(name: string): BranchRef {
  return `refs/remotes/origin/${checked(name)}`;
}

/** Commits that are on no branch yet. Nothing reads these refs; what a crash leaves of them is removed at the next start. */
export const PENDING_REFS = 'refs/lessonwright/pending/';

/** What git calls the commit of a ref that does not exist. */
export const NO_OBJECT = '0'.repeat(40);

function checked(name: string): string {
  const problem = branchNameProblem(name);
  if (problem !== null) throw new UnsafeNameError(problem);
  return name;
}
