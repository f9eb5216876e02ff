import type { CheckResult } from '#contract/runs.ts';

export type ResultState = 'passed' | 'failed' | 'skipped';

/** Skipped: one that it depends on failed, so it says nothing (product §6). */
export function resultState({ pass, counts = true }: Pick<CheckResult, 'pass' | 'counts'>): ResultState {
  if (!counts) return 'skipped';
  return pass ? 'passed' : 'failed';
}

/** How many of the judgements held, failed and were skipped: `2 passed, 1 failed`. Empty for none. */
export function countText(results: readonly Pick<CheckResult, 'pass' | 'counts'>[]): string {
  const states = results.map(resultState);
  return (['passed', 'failed', 'skipped'] as const)
    .map((state) => ({ state, count: states.filter((each) => each === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
    .join(', ');
}
