import { describe, expect, it } from 'vitest';
import type { ScreenTest } from '../contract/screen-tests.ts';
import { MESSAGES } from './messages.ts';
import { changesVerdicts, failureReason, indexAfterDelete, isTestOk, summarizeTests, testName, testsBanner } from './test-rules.ts';

const buildTest = (given: Partial<ScreenTest>): ScreenTest => ({
  id: 1,
  description: '',
  code: '',
  is_default: false,
  is_boolean_test: false,
  inputs: '',
  screen_id: 1,
  screen_sequence: 1,
  lesson_id: 1,
  test_pass: true,
  results: [],
  test_result: null,
  status: 'Not scheduled',
  ...given,
});
const ran = (test_passes: boolean, run_pass: boolean | null = test_passes, message = ''): Partial<ScreenTest> => ({
  status: 'Done',
  test_result: { timestamp: '2026-01-01T00:00:00Z', test_passes, message, run_pass, run_results: [] },
});
const good = buildTest(ran(true));
const bad = buildTest(ran(false));
const fresh = buildTest({});

describe('the banner', () => {
  it.each([
    ['nothing without tests', [], undefined],
    ['that some were not run', [good, fresh], MESSAGES.notExecuted],
    ['that some failed, whatever was not run', [good, bad, fresh], MESSAGES.failed],
    ['that all passed', [good, good], MESSAGES.allPassed],
    ['that an old result does not count', [buildTest({ ...ran(true), status: 'Not scheduled' })], MESSAGES.notExecuted],
  ])('says %s', (_, tests, text) => {
    expect(testsBanner(tests)?.text).toBe(text);
  });
});

describe('a failed test has a reason', () => {
  it.each([
    [buildTest(ran(true)), ''],
    [fresh, ''],
    [buildTest({ ...ran(false, true), test_pass: false }), 'Expected to fail, but passed.'],
    [buildTest({ ...ran(false, false), test_pass: true }), 'Expected to pass.'],
    [buildTest({ ...ran(false, true), test_pass: true }), 'The check results differ.'],
    [buildTest({ ...ran(false, null, 'No runner'), status: 'Run Error' }), 'No runner'],
  ])('%#', (test, reason) => {
    expect(failureReason(test)).toBe(reason);
  });
});

it('a running test has no verdict, whatever the last one was', () => {
  expect(isTestOk(buildTest({ ...ran(true), status: 'Running' }))).toBeNull();
});

it('a test without a description still has a name', () => {
  expect(testName({ description: '', is_default: true })).toBe('The answer passes');
  expect(testName({ description: 'Sum', is_default: true })).toBe('Sum');
});

it.each([
  [2, 2, 1],
  [0, 2, 0],
  [1, 1, 0],
  [0, 0, 0],
])('after the test at %i is deleted and %i remain, that at %i is shown', (index, remaining, next) => {
  expect(indexAfterDelete(index, remaining)).toBe(next);
});

describe('what came of the tests of several lessons', () => {
  const lesson = (id: number, tests: number) => ({ id, sequence: 100 + id, title: '', tests });
  const wanted = [1, 2, 3].map((id) => ({ id, sequence: 100 + id }));

  it.each([
    [[lesson(1, 2), lesson(2, 1), lesson(3, 1)], 4, [], 'success', 'All 4 tests passed.', []],
    [[lesson(1, 2), lesson(2, 0), lesson(3, 0)], 2, [bad], 'error', '1 of 2 tests failed.', ['Lessons 102, 103 have no tests.']],
    [[lesson(1, 2), lesson(3, 1)], 1, [], 'info', 'Stopped: 1 of 3 tests ran. No failures.', ['Lesson 102 doesn’t exist anymore.']],
    [[lesson(1, 2), lesson(2, 1), lesson(3, 1)], 2, [bad], 'error', 'Stopped: 2 of 4 tests ran. 1 of 2 tests failed.', []],
    [[lesson(1, 0), lesson(2, 0), lesson(3, 0)], 0, [], 'info', MESSAGES.noTests, []],
  ])('%#', (lessons, run, failures, kind, text, notes) => {
    expect(summarizeTests({ lessons, run, failed: failures }, wanted)).toEqual({ kind, text, notes });
  });
});

it.each<[string, Parameters<typeof changesVerdicts>[0], boolean]>([
  ['a save', { type: 'saved' }, true],
  ['a data file that is replaced', { type: 'files-changed' }, true],
  ['built packages', { type: 'build', build: { state: 'built' } }, true],
  ['packages that couldn’t be built', { type: 'build', build: { state: 'failed' } }, false],
  ['a comment', { type: 'comments-changed' }, false],
])('makes verdicts uncertain or not: %s', (_name, event, expected) => {
  expect(changesVerdicts(event)).toBe(expected);
});
