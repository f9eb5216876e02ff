import { describe, expect, it } from 'vitest';
import type { RunError } from '#platform/contract/run-outcome.ts';
import type { Check, RunResult } from '../contract/runs.ts';
import { runMarks } from './run-marks.ts';

const off: Check = { enabled: false, pass: false, results: [] };
const on: Check = { ...off, enabled: true };
const RESULT = {
  error: null,
  error_line: null,
  error_column: null,
  check_error: null,
  checks: { output: off, variables: off, value: off, custom: off, unit: off, legacy: off },
} as unknown as RunResult;
const checkError: RunError = { name: 'NameError', message: "name 'x' is not defined", line: 2, column: null, traceback: '' };

describe('marks of a run', () => {
  it.each<[string, Partial<RunResult> | null, object]>([
    ['that was not', null, {}],
    ['without errors', {}, {}],
    [
      'with an error',
      { error: 'Traceback\nValueError: no\n', error_line: 3, error_column: 5 },
      { answer: [{ line: 3, column: 5, message: 'ValueError: no' }] },
    ],
    ['with an error without a line', { error: 'Killed', error_line: null }, {}],
    [
      'with a wrong custom check',
      { check_error: checkError, checks: { ...RESULT.checks, custom: on } },
      { custom: [{ line: 2, column: null, message: "NameError: name 'x' is not defined" }] },
    ],
    [
      'with a wrong legacy check',
      { check_error: checkError, checks: { ...RESULT.checks, legacy: on } },
      { legacy: [{ line: 2, column: null, message: "NameError: name 'x' is not defined" }] },
    ],
    ['with a wrong check, at no line', { check_error: { ...checkError, line: null } }, {}],
  ])('%s', (_, result, marks) => {
    expect(runMarks({ source: 'answer', result: result && { ...RESULT, ...result } })).toEqual(marks);
  });
});
