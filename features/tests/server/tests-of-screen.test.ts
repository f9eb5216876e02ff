import { describe, expect, it } from 'vitest';
import type { ScreenTestContent } from '#features/content-model/rules/lesson-content.ts';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import { testsOfScreen } from './tests-of-screen.ts';

const buildTest = (given: Partial<ScreenTestContent>): ScreenTestContent => ({
  slug: 'wrong-sum',
  description: '',
  code: 'x = 2',
  is_default: false,
  is_boolean_test: false,
  inputs: '',
  expect: { test_pass: false, results: [] },
  ...given,
});

function buildScreen(fields: Partial<ScreenFields>, tests: ScreenTestContent[] = []) {
  return {
    fields: { ...emptyScreenFields('code'), ...fields },
    attached: { skills: [], questions: [], tests, answer_output: null, answer_variables: [] },
  };
}

describe('the tests of a screen', () => {
  it('start with the default test, created from the answer', () => {
    const [first, ...rest] = testsOfScreen(buildScreen({ answer_code: 'x = 1' }, [buildTest({})]));
    expect(first).toMatchObject({ is_default: true, code: 'x = 1', slug: 'answer', expect: { test_pass: true } });
    expect(rest).toEqual([buildTest({})]);
  });

  it('have no default test without an answer', () => {
    expect(testsOfScreen(buildScreen({ answer_code: ' \n' }, [buildTest({ is_default: true, slug: 'answer' })]))).toEqual([]);
    expect(testsOfScreen(buildScreen({ type: 'text', answer_code: 'x = 1' }))).toEqual([]);
  });

  it('use the current answer for a stored default test, which must pass', () => {
    const stored = buildTest({ is_default: true, slug: 'the-answer', description: 'Works', code: 'old' });
    expect(testsOfScreen(buildScreen({ answer_code: 'new' }, [stored]))).toEqual([
      { ...stored, code: 'new', expect: { test_pass: true, results: [] } },
    ]);
  });

  it('do not give the default test the folder of another test', () => {
    const slugs = testsOfScreen(buildScreen({ answer_code: 'x' }, [buildTest({ slug: 'answer' })])).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(2);
  });
});
