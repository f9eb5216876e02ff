import { describe, expect, it } from 'vitest';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { toSandboxCheck } from './judge.ts';
import { requestedChecks } from './run-request.ts';

const CODE = { custom_check_code: 'a', legacy_check_code: 'b', answer_code: 'c' };
const OFF = { custom_check_enabled: false, legacy_check_enabled: false };

describe('the checks requested inside the sandbox', () => {
  it.each<[language: LessonFields['language'], flags: object, code: object, custom: string | null, legacy: string | null]>([
    ['python', { custom_check_enabled: true }, {}, 'a', null],
    ['python', { legacy_check_enabled: true }, {}, null, 'b'],
    ['sql', { custom_check_enabled: true }, {}, 'a', null],
    ['sql', { legacy_check_enabled: true }, {}, null, 'b'],
    // R has no custom checking, the command line no legacy checking.
    ['r', { custom_check_enabled: true, legacy_check_enabled: true }, {}, null, 'b'],
    ['cli', { custom_check_enabled: true, legacy_check_enabled: true }, {}, 'a', null],
    ['python', { custom_check_enabled: true, legacy_check_enabled: true }, { custom_check_code: ' \n' }, null, 'b'],
  ])('in %s with %j and %j', (language, flags, code, custom, legacy) => {
    expect(requestedChecks({ language, ...OFF, ...flags }, { ...CODE, ...code })).toEqual({ custom, legacy, unit: null, answer_code: 'c' });
  });

  it('are null if the lesson or the screen has none', () => {
    expect(requestedChecks({ language: 'python', ...OFF }, CODE)).toBeNull();
    const flags = { custom_check_enabled: true, legacy_check_enabled: true };
    expect(requestedChecks({ language: 'python', ...flags }, { ...CODE, custom_check_code: '', legacy_check_code: '' })).toBeNull();
  });
});

describe('the results of checks inside the sandbox', () => {
  const result = { name: 'a', pass: true, expected: null, actual: null, feedback: null, hints: [] };
  const error = { name: 'NameError', message: '', line: 1, column: null, traceback: '' };

  it.each([
    ['results that pass', { results: [result], error: null }, true, 1],
    ['a result that fails', { results: [result, { ...result, pass: false }], error: null }, false, 2],
    ['no results', { results: [], error: null }, false, 1],
    ['a check that ended with an error', { results: [result], error }, false, 2],
    ['no report', null, false, 1],
  ])('%s', (_, check, pass, count) => {
    const checked = toSandboxCheck('custom', check);
    expect(checked).toMatchObject({ enabled: true, pass });
    expect(checked.results).toHaveLength(count);
  });
});
