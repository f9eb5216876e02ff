/** A version of something numbered. */
interface Version {
  sequence: number;
  release_id: number;
  is_main: boolean;
}

/**
 * What can be added to a list of numbers in a release, by number: the release's version, or else main's. Excludes those already in the
 * list.
 */
export function addable<V extends Version>(versions: readonly V[], releaseId: number, taken: readonly { sequence: number }[]): V[] {
  const isTaken = new Set(taken.map(({ sequence }) => sequence));
  const found = new Map<number, V>();
  for (const version of versions) {
    const isOwn = version.release_id === releaseId;
    if (isTaken.has(version.sequence) || (!isOwn && !version.is_main)) continue;
    if (isOwn || !found.has(version.sequence)) found.set(version.sequence, version);
  }
  return [...found.values()].sort((left, right) => left.sequence - right.sequence);
}
