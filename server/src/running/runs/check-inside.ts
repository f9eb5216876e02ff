import type { Check, InsideCheck } from '#contract/runs.ts';

const NOT_REACHED = 'This could not be checked: your code did not finish, or it prevented the check from finishing.';
const NOTHING_CHECKED = 'The lesson has a mistake: the check of this screen checks nothing.';
const AUTHORS_MISTAKE = 'The lesson has a mistake: the check of this screen does not work.';

/**
 * Converts the result of a check inside the sandbox into one of the run's checks.
 *
 * @param said Null: it was requested, but did not report.
 */
export function checkInside(name: 'custom' | 'legacy', said: InsideCheck | null): Check {
  const results = said?.results ?? [];
  const problem = said === null ? NOT_REACHED : said.error !== null ? AUTHORS_MISTAKE : results.length === 0 ? NOTHING_CHECKED : null;
  const pass = problem === null && results.every((result) => result.pass || result.counts === false);
  if (problem === null) return { enabled: true, pass, results };
  return {
    enabled: true,
    pass: false,
    results: [...results, { name, pass: false, expected: null, actual: null, feedback: problem, hints: [] }],
  };
}
