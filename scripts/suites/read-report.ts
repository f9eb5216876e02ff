import { z } from 'zod';

export type ReportKind = 'vitest' | 'playwright';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  success: z.boolean(),
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/**
 * Counts the tests of a JSON report. A test file that could not even be loaded, and a test that passed only on a second try, count
 * as failed. Throws when the text is no such report.
 */
export function readReport(kind: ReportKind, text: string): Counts {
  if (kind === 'vitest') {
    const report = VitestReport.parse(JSON.parse(text));
    const unloaded = report.numFailedTests === 0 && !report.success ? Math.max(1, report.numFailedTestSuites) : 0;
    return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded };
  }
  const { stats, errors } = PlaywrightReport.parse(JSON.parse(text));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
