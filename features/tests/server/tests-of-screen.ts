/** The tests that a screen has, with the default one. */

import type { ScreenTestContent } from '#features/content-model/rules/lesson-content.ts';
import type { Fingerprints } from '#features/runs/server/index.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';

/** Slug of the default test of a screen whose content has none. */
const DEFAULT_SLUG = 'answer';

/**
 * The tests of a screen: those of its content and the default one, whose code is the answer and which must pass. A
 * screen without an answer has no default test.
 */
export function testsOfScreen(screen: Pick<StoredScreen, 'fields' | 'attached'>): ScreenTestContent[] {
  const { fields, attached } = screen;
  const hasAnswer = fields.type === 'code' && fields.answer_code.trim() !== '';
  const stored = attached.tests.flatMap((test) => {
    if (!test.is_default) return [test];
    return hasAnswer ? [{ ...test, code: fields.answer_code, expect: { ...test.expect, test_pass: true } }] : [];
  });
  if (!hasAnswer || stored.some((test) => test.is_default)) return stored;
  return [defaultTest(fields.answer_code, stored), ...stored];
}

function defaultTest(code: string, others: readonly ScreenTestContent[]): ScreenTestContent {
  const isTaken = others.some(({ slug }) => slug === DEFAULT_SLUG);
  return {
    slug: isTaken ? `${DEFAULT_SLUG}-default` : DEFAULT_SLUG,
    description: '',
    code,
    is_default: true,
    is_boolean_test: true,
    inputs: '',
    expect: { test_pass: true, results: [] },
  };
}

/** Hash of everything that the result of a test depends on. */
export function testFingerprint(fingerprints: Fingerprints, screen: Parameters<Fingerprints>[0], test: ScreenTestContent): string {
  const { code, is_boolean_test, expect, inputs } = test;
  // Results from before tests had an input of their own stay valid.
  return fingerprints(screen, { test: [code, is_boolean_test, expect, ...(inputs === '' ? [] : [inputs])] });
}

/** Hash of everything that a gate depends on: verdicts on the answer and on the initial code. A file that learners edit is one of the files. */
export function gateFingerprint(fingerprints: Fingerprints, screen: Parameters<Fingerprints>[0]): string {
  return fingerprints(screen, { gate: [fingerprints.startOf(screen), screen.fields.initially_passing] });
}
