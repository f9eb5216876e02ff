import { slug, uniqueName } from '#features/documents/rules/folder-name.ts';

/** A free branch name for a release name; empty when the name has no letter or digit. */
export function suggestBranchName(name: string, taken: Iterable<string>): string {
  const suggested = slug(name, '');
  return suggested === '' ? '' : uniqueName(suggested, taken);
}

/** The short hash of a commit, as Git shows it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 7);
}
