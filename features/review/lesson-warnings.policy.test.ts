import { expect, it } from 'vitest';
import { warningTexts, type LessonWarnings } from './lesson-warnings.policy.ts';

const NONE: LessonWarnings = { errors: 0, warnings: 0, is_checked: true, failing_tests: 0, tests_not_run: 0, is_behind: false };

it.each<[Partial<LessonWarnings>, string[]]>([
  [{}, []],
  [{ errors: 1, warnings: 2 }, ['1 preflight error', '2 preflight warnings']],
  [{ is_checked: false }, ['preflight not finished']],
  [{ failing_tests: 1, tests_not_run: 2 }, ['1 failing test', '2 tests not run']],
  [{ is_behind: true }, ['main has a newer version']],
])('says what speaks against publishing a lesson: %o', (given, texts) => {
  expect(warningTexts({ ...NONE, ...given })).toEqual(texts);
});
