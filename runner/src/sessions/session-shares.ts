/** An open session of the person who wants another one. */
export interface OwnSession {
  readonly isBusy: boolean;
  readonly lastUse: number;
  /** What it may hold. */
  readonly memoryBytes: number;
}

/**
 * Which of a person's sessions make room for one more, those used longest ago first: all of them together are bounded in number
 * and in the memory that they may hold. One session may always be had. Null: those that would have to go are in use.
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
