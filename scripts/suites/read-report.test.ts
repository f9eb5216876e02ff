import { describe, expect, it } from 'vitest';
import { readReport } from './read-report.ts';

const vitest = (given: object): string =>
  JSON.stringify({ numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 0, success: true, ...given });
const playwright = (stats: object, errors: unknown[] = []): string =>
  JSON.stringify({ stats: { expected: 2, unexpected: 0, flaky: 0, ...stats }, errors });

describe('readReport', () => {
  it.each([
    ['all well', 'vitest', vitest({}), { passed: 3, failed: 0 }],
    ['a failed test', 'vitest', vitest({ numFailedTests: 1, numFailedTestSuites: 2, success: false }), { passed: 3, failed: 1 }],
    ['a file that could not be loaded', 'vitest', vitest({ numFailedTestSuites: 1, success: false }), { passed: 3, failed: 1 }],
    ['an error outside of every test', 'vitest', vitest({ success: false }), { passed: 3, failed: 1 }],
    ['all well', 'playwright', playwright({}), { passed: 2, failed: 0 }],
    ['a failed test', 'playwright', playwright({ unexpected: 1 }), { passed: 2, failed: 1 }],
    ['a test that passed on its second try', 'playwright', playwright({ flaky: 1 }), { passed: 2, failed: 1 }],
    ['a set-up that broke', 'playwright', playwright({}, [{ message: 'no browser' }]), { passed: 2, failed: 1 }],
  ] as const)('%s (%s)', (_, kind, text, counts) => {
    expect(readReport(kind, text)).toEqual(counts);
  });

  it.each(['', '{}', 'not json'])('throws on %j', (text) => {
    expect(() => readReport('vitest', text)).toThrow();
  });
});
