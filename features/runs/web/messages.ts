export const RUN_MESSAGES = {
  notFetched: 'Could not fetch code run results',
  notFetchedWith: (status: number) => `Could not fetch code run results (error ${status})`,
  notLaunched: 'Something went wrong during application launch, please try again.',
  notFormatted: 'Couldn’t format the code.',
  changedMeanwhile: 'The code changed while it was being formatted. Format it again.',
};

/** Why code stays as it is. */
export function formatProblem({ problem, line }: { problem: string; line: number | null }): string {
  const what = problem.charAt(0).toUpperCase() + problem.slice(1);
  return `Couldn’t format the code. ${line === null ? what : `Line ${line}: ${what}`}. Nothing was changed.`;
}

const CUT_NAMES: Record<string, string> = {
  stdout: 'the output',
  stderr: 'the error output',
  images: 'the plots',
  vars: 'the variables',
  rows: 'the rows',
};

/** Names the truncated parts of a result; null: none. */
export function cutText(cut: readonly string[]): string | null {
  const names = cut.filter((part) => part !== 'drawing').map((part) => CUT_NAMES[part] ?? part);
  const last = names.at(-1) ?? '';
  const list = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  const sentences = [
    ...(names.length > 0 ? [`Too much to show. Only the first part of ${list} is kept.`] : []),
    ...(cut.includes('drawing') ? ['Drawing took too long or failed, so not every plot is shown. The checks know all of them.'] : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Duration of a run: milliseconds below a second, otherwise seconds with one decimal. */
export function durationText(ms: number): string {
  return ms < 1_000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
