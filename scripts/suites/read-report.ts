import { z } from 'zod';

export type ReportKind = 'vitest' | 'playwright';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Names of tests that failed and passed when they were run again (docs/decisions/0020-a-second-try.md). They count as passed. */
  readonly flaky: readonly string[];
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  success: z.boolean(),
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) })) }),
  ),
});

interface PlaywrightSuite {
  specs?: { title: string; tests: { status: string }[] }[] | undefined;
  suites?: PlaywrightSuite[] | undefined;
}
const PlaywrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  specs: z.array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })).optional(),
  get suites() {
    return z.array(PlaywrightSuite).optional();
  },
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
  suites: z.array(PlaywrightSuite),
});

/**
 * Counts the tests of a JSON report. A test file that could not even be loaded counts as failed. Throws when the text is no such
 * report.
 */
export function readReport(kind: ReportKind, text: string): Counts {
  return kind === 'vitest' ? readVitest(JSON.parse(text)) : readPlaywright(JSON.parse(text));
}

function readVitest(json: unknown): Counts {
  const report = VitestReport.parse(json);
  const unloaded = report.numFailedTests === 0 && !report.success ? Math.max(1, report.numFailedTestSuites) : 0;
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const flaky = tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0);
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded, flaky: flaky.map(({ fullName }) => fullName) };
}

function readPlaywright(json: unknown): Counts {
  const { stats, errors, suites } = PlaywrightReport.parse(json);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, flaky: suites.flatMap(flakyIn) };
}

function flakyIn({ specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title);
  return [...own, ...suites.flatMap(flakyIn)];
}
