/**
 * What each number stands for in a release: its own version, or else main's.
 *
 * @param rows Versions of the release and of main, and of no other.
 */
export function preferOwn<R extends { readonly sequence: number; readonly release_id: number }>(
  rows: readonly R[],
  releaseId: number,
): Map<number, R> {
  const found = new Map<number, R>();
  for (const row of rows) if (row.release_id === releaseId || !found.has(row.sequence)) found.set(row.sequence, row);
  return found;
}
