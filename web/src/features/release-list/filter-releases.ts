import type { Release } from '#contract/releases.ts';

/** The releases whose name, branch name or commit contains every search word (lower case), in the given order. */
export function filterReleases(releases: readonly Release[], words: readonly string[]): readonly Release[] {
  if (words.length === 0) return releases;
  return releases.filter(({ name, version_major, version_minor, pull_request }) => {
    const haystack = [name, version_major, version_minor ?? '', pull_request?.status ?? ''].join('\n').toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}
