import type { CheckResult } from '#contract/runs.ts';

/**
 * Whether as many plots were shown as the answer shows; null where it shows none. What they show is compared by the
 * variables that hold them, or by pycheck: pictures of one plot differ by fonts and versions.
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
