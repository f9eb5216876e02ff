import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** Enough for expected and actual values. */
const MESSAGE_LINES = 12;

export type ReportKind = 'vitest' | 'playwright';

export interface TestTime {
  readonly file: string;
  readonly name: string;
  readonly seconds: number;
}

const FileTime = z.object({ file: z.string(), seconds: z.number(), setUpSeconds: z.number().nullable() });
/** The total time of a test file. Without `setUpSeconds`, set-up is included in its tests. */
export type FileTime = Readonly<z.infer<typeof FileTime>>;

export interface Failure {
  /** From the root. */
  readonly file: string;
  /** Empty: the file could not be run at all. */
  readonly name: string;
  /** The start of its message. */
  readonly message: string;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The failed tests that the report names; a failed set-up has no name. */
  readonly failures: readonly Failure[];
  /** Names of tests that failed and then passed on a retry (docs/decisions/0020-a-second-try.md). They count as passed. */
  readonly flaky: readonly string[];
}

export interface Report extends Counts {
  readonly tests: readonly TestTime[];
  /** Empty for Vitest, whose files are in {@link readFileTimes}. */
  readonly files: readonly FileTime[];
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), duration: z.number().nullish(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

const PlaywrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ duration: z.number(), error: z.object({ message: z.string().optional() }).optional() })),
    }),
  ),
});
type PlaywrightSpec = z.infer<typeof PlaywrightSpec>;
interface PlaywrightSuite {
  specs?: PlaywrightSpec[] | undefined;
  suites?: PlaywrightSuite[] | undefined;
}
const PlaywrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  specs: z.array(PlaywrightSpec).optional(),
  get suites() {
    return z.array(PlaywrightSuite).optional();
  },
});
const PlaywrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
  suites: z.array(PlaywrightSuite),
});

/**
 * Counts the tests in a JSON report, with their times. A test file that could not be loaded counts as failed.
 * @param root the folder that file names are relative to
 * @throws if the text isn't such a report
 */
export function readReport(kind: ReportKind, text: string, root: string): Report {
  return kind === 'vitest' ? readVitest(JSON.parse(text), root) : readPlaywright(JSON.parse(text), root);
}

/** Parses what our Vitest reporter wrote (file-times.ts). */
export function readFileTimes(text: string): readonly FileTime[] {
  return z.array(FileTime).parse(JSON.parse(text));
}

function readVitest(json: unknown, root: string): Report {
  const report = VitestReport.parse(json);
  const unloaded = report.numFailedTests === 0 && !report.success ? Math.max(1, report.numFailedTestSuites) : 0;
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((result) => Object.assign(result, { file: relative(root, name) })),
  );
  const flaky = tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(root, name);
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (failed.length === 0 && status === 'failed') return [{ file, name: '', message: beginning(message) }];
      return failed.map(({ fullName, failureMessages }) => ({ file, name: fullName, message: beginning(failureMessages[0]) }));
    }),
    flaky: flaky.map(({ fullName }) => fullName),
    tests: tests.map(({ file, fullName, duration }) => ({ file, name: fullName, seconds: (duration ?? 0) / 1000 })),
    files: [],
  };
}

function readPlaywright(json: unknown, root: string): Report {
  const { config, stats, errors, suites } = PlaywrightReport.parse(json);
  const specs = suites.flatMap(specsIn);
  const tests = specs.map((spec) => ({
    file: relative(root, join(config.rootDir, spec.file)),
    name: spec.title,
    seconds: sum(spec.tests.flatMap(({ results }) => results.map(({ duration }) => duration))) / 1000,
  }));
  const files = Object.entries(Object.groupBy(tests, ({ file }) => file)).map(([file, own = []]) => ({
    file,
    seconds: sum(own.map(({ seconds }) => seconds)),
    setUpSeconds: null,
  }));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => ({
          file: relative(root, join(config.rootDir, spec.file)),
          name: spec.title,
          message: beginning(results[0]?.error?.message),
        })),
    ),
    flaky: specs.filter((spec) => spec.tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
    tests,
    files,
  };
}

/** The first lines, without colors and empty lines. */
function beginning(message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, MESSAGE_LINES)
    .join('\n');
}

function specsIn({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsIn)];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
