import { describe, expect, it } from 'vitest';
import { readReport } from './read-report.ts';

const test = (fullName: string, status: string, failureMessages: string[] = []) => ({ fullName, status, failureMessages });
const vitest = (given: object): string =>
  JSON.stringify({ numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 0, success: true, testResults: [], ...given });
const playwright = (stats: object, errors: unknown[] = [], suites: unknown[] = []): string =>
  JSON.stringify({ stats: { expected: 2, unexpected: 0, flaky: 0, ...stats }, errors, suites });

const secondTry = {
  assertionResults: [test('is quick', 'passed', ['took long']), test('is sure', 'passed'), test('is not', 'failed', ['no'])],
};
const flakySpec = { title: 'is quick', tests: [{ status: 'flaky' }] };

describe('readReport', () => {
  it.each([
    ['all well', 'vitest', vitest({}), { passed: 3, failed: 0, flaky: [] }],
    ['a failed test', 'vitest', vitest({ numFailedTests: 1, numFailedTestSuites: 2, success: false }), { passed: 3, failed: 1, flaky: [] }],
    ['a file that could not be loaded', 'vitest', vitest({ numFailedTestSuites: 1, success: false }), { passed: 3, failed: 1, flaky: [] }],
    ['an error outside of every test', 'vitest', vitest({ success: false }), { passed: 3, failed: 1, flaky: [] }],
    [
      'a test that passed on its second try',
      'vitest',
      vitest({ numFailedTests: 1, success: false, testResults: [secondTry] }),
      { passed: 3, failed: 1, flaky: ['is quick'] },
    ],
    ['all well', 'playwright', playwright({}), { passed: 2, failed: 0, flaky: [] }],
    ['a failed test', 'playwright', playwright({ unexpected: 1 }), { passed: 2, failed: 1, flaky: [] }],
    [
      'a test that passed on its second try',
      'playwright',
      playwright({ flaky: 1 }, [], [{ specs: [], suites: [{ specs: [flakySpec] }] }]),
      { passed: 3, failed: 0, flaky: ['is quick'] },
    ],
    ['a set-up that broke', 'playwright', playwright({}, [{ message: 'no browser' }]), { passed: 2, failed: 1, flaky: [] }],
  ] as const)('%s (%s)', (_, kind, text, counts) => {
    expect(readReport(kind, text)).toEqual(counts);
  });

  it.each(['', '{}', 'not json'])('throws on %j', (text) => {
    expect(() => readReport('vitest', text)).toThrow();
  });
});
