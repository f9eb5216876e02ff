import { describe, expect, it } from 'vitest';
import { readFileTimes, readReport } from './read-report.ts';

const test = (fullName: string, status: string, failureMessages: string[] = []) => ({ fullName, status, failureMessages, duration: 1500 });
const vitest = (given: object): string =>
  JSON.stringify({ numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 0, success: true, testResults: [], ...given });
const playwright = (stats: object, errors: unknown[] = [], suites: unknown[] = []): string =>
  JSON.stringify({ config: { rootDir: '/root/e2e' }, stats: { expected: 2, unexpected: 0, flaky: 0, ...stats }, errors, suites });

const secondTry = {
  name: '/root/server/a.test.ts',
  status: 'failed',
  message: '',
  assertionResults: [test('is quick', 'passed', ['took long']), test('is sure', 'passed'), test('is not', 'failed', ['no'])],
};
const flakySpec = { title: 'is quick', file: 'a.spec.ts', tests: [{ status: 'flaky', results: [{ duration: 2000 }, { duration: 500 }] }] };

describe('readReport', () => {
  it.each([
    ['all well', 'vitest', vitest({}), { passed: 3, failed: 0, flaky: [] }],
    ['a failed test', 'vitest', vitest({ numFailedTests: 1, numFailedTestSuites: 2, success: false }), { passed: 3, failed: 1, flaky: [] }],
    ['a file that could not be loaded', 'vitest', vitest({ numFailedTestSuites: 1, success: false }), { passed: 3, failed: 1, flaky: [] }],
    ['an error outside all tests', 'vitest', vitest({ success: false }), { passed: 3, failed: 1, flaky: [] }],
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
    ['a failed set-up', 'playwright', playwright({}, [{ message: 'no browser' }]), { passed: 2, failed: 1, flaky: [] }],
  ] as const)('%s (%s)', (_, kind, text, counts) => {
    expect(readReport(kind, text, '/root')).toMatchObject(counts);
  });

  it.each(['', '{}', 'not json'])('throws on %j', (text) => {
    expect(() => readReport('vitest', text, '/root')).toThrow();
  });

  it('names the failed tests, and files that could not be run, with how the message begins', () => {
    const broken = { name: '/root/b.test.ts', status: 'failed', message: '\u001b[31mno such\u001b[39m\n\nmodule', assertionResults: [] };
    const { failures } = readReport('vitest', vitest({ testResults: [secondTry, broken] }), '/root');
    expect(failures).toEqual([
      { file: 'server/a.test.ts', name: 'is not', message: 'no' },
      { file: 'b.test.ts', name: '', message: 'no such\nmodule' },
    ]);
  });

  it('names a browser test that failed both times, but not one that finally passed', () => {
    const results = [
      { duration: 1, error: { message: 'first' } },
      { duration: 1, error: { message: 'second' } },
    ];
    const spec = { title: 'is not', file: 'b.spec.ts', tests: [{ status: 'unexpected', results }] };
    const { failures } = readReport('playwright', playwright({ unexpected: 1 }, [], [{ specs: [flakySpec, spec] }]), '/root');
    expect(failures).toEqual([{ file: 'e2e/b.spec.ts', name: 'is not', message: 'first' }]);
  });

  it('returns the time of each Vitest test', () => {
    const { tests } = readReport('vitest', vitest({ testResults: [secondTry] }), '/root');
    expect(tests[0]).toEqual({ file: 'server/a.test.ts', name: 'is quick', seconds: 1.5 });
  });

  it('adds up all tries of a browser test, and the tests of a file', () => {
    const { tests, files } = readReport('playwright', playwright({}, [], [{ specs: [flakySpec, flakySpec] }]), '/root');
    expect(tests[0]).toEqual({ file: 'e2e/a.spec.ts', name: 'is quick', seconds: 2.5 });
    expect(files).toEqual([{ file: 'e2e/a.spec.ts', seconds: 5, setUpSeconds: null }]);
  });
});

describe('readFileTimes', () => {
  it('parses what the reporter wrote, and throws on anything else', () => {
    const times = [{ file: 'a.test.ts', seconds: 3, setUpSeconds: 1 }];
    expect(readFileTimes(JSON.stringify(times))).toEqual(times);
    expect(() => readFileTimes('[{}]')).toThrow();
  });
});
