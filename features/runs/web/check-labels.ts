import type { CheckResult } from '#platform/contract/run-outcome.ts';

export type ResultState = 'passed' | 'failed' | 'skipped';

/** Skipped: a check that it depends on failed. */
export function resultState({ pass, counts = true }: Pick<CheckResult, 'pass' | 'counts'>): ResultState {
  if (!counts) return 'skipped';
  return pass ? 'passed' : 'failed';
}

/** Counts the results: `2 passed, 1 failed`. Empty for none. */
export function countText(results: readonly Pick<CheckResult, 'pass' | 'counts'>[]): string {
  const states = results.map(resultState);
  return (['passed', 'failed', 'skipped'] as const)
    .map((state) => ({ state, count: states.filter((each) => each === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
    .join(', ');
}
