import { UnsafeNameError } from '#platform/server/errors.ts';

const ALLOWED = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/;

/** Names that git would not read as a branch, or that would hide one of its folders. */
const RESERVED = /^(HEAD|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD|refs(\/.*)?)$/i;

/**
 * Returns null if `name` can be a branch, else the reason as user-facing text. Stricter than `git check-ref-format
 * --branch`, which accepts every name accepted here.
 */
export function branchNameProblem(name: string): string | null {
  if (name === '') return 'Enter a branch name.';
  if (name.length > 100) return 'A branch name can have at most 100 characters.';
  if (!ALLOWED.test(name)) {
    return 'A branch name must start with a letter or digit and can only contain letters, digits, dots, dashes, underscores and slashes.';
  }
  if (RESERVED.test(name)) return `${name} is reserved by Git.`;
  if (name.includes('..')) return 'A branch name cannot contain two dots in a row.';
  for (const part of name.split('/')) {
    if (part === '') return 'A branch name cannot end with a slash or contain two in a row.';
    if (part.startsWith('.') || part.endsWith('.')) return 'No part of a branch name can start or end with a dot.';
    if (/\.lock$/i.test(part)) return 'No part of a branch name can end with ".lock".';
  }
  return null;
}

/** A ref built from a name that {@link branchNameProblem} accepts, so git can't misread it. */
export type BranchRef = `refs/heads/${string}` | `refs/remotes/origin/${string}`;

/** The full ref of a branch. @throws UnsafeNameError for a name that {@link branchNameProblem} rejects. */
export function branchRef(name: string): BranchRef {
  return `refs/heads/${checked(name)}`;
}

/** The ref that tracks the remote's branch. @throws UnsafeNameError as {@link branchRef} does. */
export function remoteRef(name: string): BranchRef {
  return `refs/remotes/origin/${checked(name)}`;
}

/** Commits that are on no branch yet. Nothing reads these refs; leftovers of a crash are removed on the next start. */
export const PENDING_REFS = 'refs/lessonwright/pending/';

/** Git's placeholder for the commit of a ref that doesn't exist. */
export const NO_OBJECT = '0'.repeat(40);

function checked(name: string): string {
  const problem = branchNameProblem(name);
  if (problem !== null) throw new UnsafeNameError(problem);
  return name;
}
