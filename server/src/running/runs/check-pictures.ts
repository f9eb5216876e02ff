import type { CheckResult } from '#contract/runs.ts';

/**
 * Checks that as many plots were shown as in the answer; null if it shows none. Their content is compared through the
 * variables that hold them, or by pycheck: images of the same plot differ by fonts and versions.
 */
export function checkPictures(expected: readonly string[], actual: readonly string[]): CheckResult | null {
  if (expected.length === 0) return null;
  const pass = expected.length === actual.length;
  return {
    name: 'plots',
    pass,
    expected: String(expected.length),
    actual: String(actual.length),
    feedback: pass
      ? null
      : `There should be ${counted(expected.length)}, but there ${actual.length === 1 ? 'is' : 'are'} ${actual.length}.`,
    hints: [],
  };
}

function counted(plots: number): string {
  return plots === 1 ? '1 plot' : `${plots} plots`;
}
