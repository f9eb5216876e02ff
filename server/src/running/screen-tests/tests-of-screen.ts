/** The tests that a screen has, with the default one. */

import type { LessonFields } from '#contract/lessons.ts';
import { contentHash } from '#content/content-hash.ts';
import type { ScreenTestContent } from '#content/lesson-content.ts';
import type { StoredScreen } from '#server/lessons/index.ts';

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
    expect: { test_pass: true, results: [] },
  };
}

type CheckedScreen = Pick<StoredScreen, 'fields' | 'attached'>;

/** Hash of everything that a test's result depends on. */
export function fingerprint(test: ScreenTestContent, screen: CheckedScreen, lesson: LessonFields): string {
  return contentHash({ test: [test.code, test.is_boolean_test, test.expect], ...judgedBy(screen, lesson) });
}

/** Everything that the verdict on a submission depends on. */
export function judgedBy({ fields, attached }: CheckedScreen, lesson: LessonFields): object {
  return {
    code: [fields.answer_code, fields.setup_code, fields.display_code, fields.should_run_display_code],
    checks: [fields.custom_check_code, fields.legacy_check_code, fields.check_output, fields.check_val, fields.check_scope],
    ...(fields.unit_test_code !== '' && { unit: [fields.unit_test_code, fields.unit_test_framework, fields.unit_test_module] }),
    flags: [fields.error_okay, fields.dynamic_answer, fields.is_experimental],
    // Absent at its default, so that stored results stay current.
    ...(fields.runs_after !== null && { runs_after: fields.runs_after }),
    answer: [attached.answer_output, attached.answer_variables],
    lesson: [lesson.language, lesson.language_version, lesson.custom_check_enabled, lesson.legacy_check_enabled, lesson.enabled_features],
  };
}
