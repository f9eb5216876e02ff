/** An open session of the owner who requests another one. */
export interface OwnSession {
  readonly isBusy: boolean;
  readonly lastUse: number;
  /** Its memory limit. */
  readonly memoryBytes: number;
}

/**
 * Returns which of an owner's sessions must end to make room for another one, least recently used first. They are limited in
 * number and in total memory, but one session is always allowed. Null if the ones that would have to end are in use.
 */
export function sessionsToEnd<S extends OwnSession>(
  own: readonly S[],
  wantedBytes: number,
  most: { readonly count: number; readonly memoryBytes: number },
): S[] | null {
  const left = own.toSorted((one, other) => Number(one.isBusy) - Number(other.isBusy) || one.lastUse - other.lastUse);
  const ending: S[] = [];
  const fits = () => left.length < most.count && left.reduce((sum, { memoryBytes }) => sum + memoryBytes, wantedBytes) <= most.memoryBytes;
  while (left.length > 0 && !fits()) {
    const [oldest] = left.splice(0, 1);
    if (!oldest || oldest.isBusy) return null;
    ending.push(oldest);
  }
  return ending;
}
