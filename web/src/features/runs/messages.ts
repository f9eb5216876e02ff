export const RUN_MESSAGES = {
  /** B §8. */
  notFetched: 'Could not fetch code run results',
  notFetchedWith: (status: number) => `Could not fetch code run results (error ${status})`,
  notStopped: 'The run could not be stopped.',
  /** A §8. */
  notLaunched: 'Something went wrong during application launch, please try again.',
};

const CUT_NAMES: Record<string, string> = {
  stdout: 'the output',
  stderr: 'the error output',
  images: 'the plots',
  vars: 'the variables',
  rows: 'the rows',
};

/** Which parts of a result are not whole; null when all are. */
export function cutText(cut: readonly string[]): string | null {
  if (cut.length === 0) return null;
  const names = cut.map((part) => CUT_NAMES[part] ?? part);
  const last = names.at(-1) ?? '';
  const list = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  return `Too much to show: only the first part of ${list} is kept.`;
}

/** How long a run took: milliseconds below a second, else seconds with one digit. */
export function durationText(ms: number): string {
  return ms < 1_000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
