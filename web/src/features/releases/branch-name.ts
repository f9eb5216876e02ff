import { slug, uniqueName } from '#content/folder-name.ts';

/** A branch name for a release of this name, unlike those that are taken; empty for a name without a letter or digit. */
export function suggestBranchName(name: string, taken: Iterable<string>): string {
  const suggested = slug(name, '');
  return suggested === '' ? '' : uniqueName(suggested, taken);
}

/** The first seven characters of a commit, as git shows it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 7);
}
