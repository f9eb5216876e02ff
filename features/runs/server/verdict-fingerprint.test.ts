import { describe, expect, it } from 'vitest';
import type { ScreenTestContent } from '#features/content-model/rules/lesson-content.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import { gateFingerprint, testFingerprint } from '#features/tests/server/tests-of-screen.ts';
import type { LessonInputs } from './run-context.ts';
import { fingerprintsOf, hashIn, isCurrent } from './verdict-fingerprint.ts';

const code = (fields: Partial<ScreenFields> = {}): ScreenFields => ({ ...emptyScreenFields('code'), answer_code: 'x = 1', ...fields });

const screen = {
  uuid: 'b',
  folder: 'two',
  fields: code({ runs_after: 'all' }),
  attached: { skills: [], questions: [], tests: [], answer_output: null, answer_variables: [] },
};
const earlier = { uuid: 'a', folder: 'one', fields: code({ answer_code: 'data = [1]' }) };
const file = (name: string, sha256: string, screens: string[] = []) => ({ name, sha256, screens, display_first: false });

const inputs: LessonInputs = {
  lesson: {
    id: 1,
    fields: { ...emptyLessonFields({ title: '', author: '' }), language: 'python', language_version: '3.11', custom_check_enabled: true },
    attached: { datasets: [], packages: [], packages_lock: null, accepted: [] },
  },
  screens: [earlier, screen],
  files: [file('a.csv', '1')],
  datasetFiles: [{ name: 'birds/b.csv', sha256: '2' }],
  environment: { key: 'k', lock: 'numpy==1' },
};

interface Changes {
  lesson?: Partial<LessonInputs['lesson']['fields']>;
  inputs?: Partial<LessonInputs>;
  fields?: Partial<ScreenFields>;
  attached?: Partial<typeof screen.attached> | object;
}

/** The fingerprints of a lesson in which something has changed, and its screen. */
function changed({ lesson, inputs: others, fields, attached }: Changes) {
  const own = { ...screen, fields: { ...screen.fields, ...fields }, attached: { ...screen.attached, ...attached } };
  const fingerprints = fingerprintsOf(
    {
      ...inputs,
      ...others,
      lesson: { ...inputs.lesson, fields: { ...inputs.lesson.fields, ...lesson } },
    },
    '3.11.2',
  );
  return { fingerprints, screen: own };
}

const verdict = (changes: Changes = {}) => {
  const now = changed(changes);
  return now.fingerprints(now.screen);
};

describe('a verdict is unknown', () => {
  it.each<[string, Changes]>([
    ['the answer', { fields: { answer_code: 'x = 2' } }],
    ['the custom check', { fields: { custom_check_code: 'printed("1")' } }],
    ['the value check', { fields: { check_val: 'x' } }],
    ['the unit tests', { fields: { unit_test_code: 'import unittest' } }],
    ['the input', { fields: { inputs: '3' } }],
    ['whether errors are okay', { fields: { error_okay: true } }],
    ['display code that runs', { fields: { should_run_display_code: true, display_code: 'y = 1' } }],
    ['the stored output', { attached: { answer_output: { stdout: '1', stderr: '', images: [] } } }],
    ['the stored variables', { attached: { answer_variables: [{ name: 'x' }] } }],
    ['the language', { lesson: { language: 'r' } }],
    ['the version of the interpreter', { lesson: { language_version: '3.8' } }],
    ['the engine', { lesson: { language: 'sql', enabled_features: ['Postgres'] } }],
    ['the time limit', { lesson: { code_run_timeout: 60 } }],
    ['the memory', { lesson: { enabled_features: ['High Memory'] } }],
    ['whether custom checks are on', { lesson: { custom_check_enabled: false }, fields: { custom_check_code: 'printed("1")' } }],
    ['which values are shown', { lesson: { show_last_value: true } }],
    ['the content of a file', { inputs: { files: [file('a.csv', '3')] } }],
    ['the name of a file', { inputs: { files: [file('b.csv', '1')] } }],
    ['which files there are', { inputs: { files: [] } }],
    ['the screens of a file', { inputs: { files: [file('a.csv', '1', ['one'])] } }],
    ['a dataset', { inputs: { datasetFiles: [{ name: 'birds/b.csv', sha256: '4' }] } }],
    ['the installed packages', { inputs: { environment: { key: 'other', lock: 'numpy==2' } } }],
    ['that packages are installed', { inputs: { environment: null } }],
    ['the code of an earlier screen', { inputs: { screens: [{ ...earlier, fields: code({ answer_code: 'data = [2]' }) }, screen] } }],
    ['which earlier screens run', { fields: { runs_after: [] } }],
  ])('once it changes: %s', (_, changes) => {
    expect(verdict(changes)).not.toBe(verdict(changes.lesson?.language === 'sql' ? { lesson: { language: 'sql' } } : {}));
  });

  it.each<[string, Changes]>([
    ['texts', { fields: { title: 'New', instructions_markdown: 'Do it.', hint_markdown: 'Think.', chat_prompt: 'Be kind.' } }],
    ['the script of Run and Deploy', { fields: { remote_run_code: 'serve()' } }],
    ['the title of the lesson', { lesson: { title: 'New', description: 'New' } }],
    ['a file of another screen', { inputs: { files: [...inputs.files, file('c.csv', '5', ['one'])] } }],
    ['a later screen', { inputs: { screens: [earlier, screen, { uuid: 'c', folder: 'three', fields: code() }] } }],
    ['the initial code, except for what is said about that', { fields: { initial_code: '# Yours' } }],
    ['which screen it starts from, the same', { fields: { starts_from: 'a' } }],
  ])('but not after a change of %s', (_, changes) => {
    expect(verdict(changes)).toBe(verdict());
  });

  it('forgets the verdict on the initial code once that changes', () => {
    const [before, after] = [changed({}), changed({ fields: { initial_code: '# Yours' } })];
    expect(gateFingerprint(after.fingerprints, after.screen)).not.toBe(gateFingerprint(before.fingerprints, before.screen));
  });

  it('forgets the verdict on the initial code once the answer that it starts from changes', () => {
    const own = { ...screen, fields: code({ starts_from: 'a', initial_code: '# Kept' }) };
    const gate = (answer_code: string) => {
      const screens = [{ ...earlier, fields: code({ answer_code }) }, own];
      return gateFingerprint(fingerprintsOf({ ...inputs, screens }, null), own);
    };
    expect(gate('data = [2]')).not.toBe(gate('data = [1]'));
    expect(gate('data = [1]')).toBe(gate('data = [1]'));
  });

  it('once the setup of a command line lesson changes', () => {
    const shell = { language: 'cli' as const };
    const setup = (sha256: string) => verdict({ lesson: shell, inputs: { files: [file('custom_setup.sh', sha256)] } });
    expect(setup('1')).not.toBe(setup('2'));
    expect(setup('1')).toBe(setup('1'));
  });
});

describe('what runs the code', () => {
  const of = (build: string | null) => fingerprintsOf(inputs, build)(screen);

  it.each([
    ['counts with the same build', '3.11.2', '3.11.2', true],
    ['is unknown with another one', '3.11.2', '3.11.9', false],
    ['counts if it is from before a runner reported its build', null, '3.11.9', true],
    ['counts while no runner has reported its build', '3.11.2', null, true],
  ])('is part of a verdict, which %s', (_, before, now, counts) => {
    expect(isCurrent(of(before), of(now))).toBe(counts);
    expect(hashIn(of(before))).toBe(hashIn(of(now)));
  });

  it('is nothing for a verdict without a fingerprint, or of another state', () => {
    expect(isCurrent(null, of('3.11.2'))).toBe(false);
    expect(isCurrent(verdict({ fields: { answer_code: 'x = 2' } }), verdict())).toBe(false);
  });
});

describe('the result of a test is unknown', () => {
  const test: ScreenTestContent = {
    slug: 'wrong-sum',
    description: '',
    code: 'x = 2',
    is_default: false,
    is_boolean_test: false,
    inputs: '',
    expect: { test_pass: false, results: [] },
  };
  const result = (now: Partial<ScreenTestContent>, changes: Changes = {}) => {
    const { fingerprints, screen: own } = changed(changes);
    return testFingerprint(fingerprints, own, { ...test, ...now });
  };

  it('once the submission, what is expected of it, or anything that verdicts depend on changes', () => {
    expect(result({ code: 'x = 3' })).not.toBe(result({}));
    expect(result({ inputs: '3' })).not.toBe(result({}));
    expect(result({ expect: { test_pass: true, results: [] } })).not.toBe(result({}));
    expect(result({}, { inputs: { files: [] } })).not.toBe(result({}));
  });

  it('but not after its description changed', () => {
    expect(result({ description: 'Said better' })).toBe(result({}));
  });
});
