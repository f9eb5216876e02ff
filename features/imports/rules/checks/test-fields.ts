import { LANGUAGES, type Language } from '#platform/contract/languages.ts';
import type { CodeExercise } from '../cells.ts';
import type { ReadTree } from '../code-names.ts';
import { pythonTests } from './python-tests.ts';
import { rTests } from './r-tests.ts';
import { SUBMISSION, type TestCase } from './test-case.ts';

/** Writes tests as a file for the usual framework of their language; null: it can't read their code. */
const WRITERS: Partial<Readonly<Record<Language, (tests: readonly TestCase[], readTree: ReadTree) => string | null>>> = {
  python: pythonTests,
  r: rTests,
};

/** The unit tests of a screen that do what these tests did; null: its language has none, or their code can't be read. */
export function testFields(language: Language | null, tests: readonly TestCase[], readTree: ReadTree): CodeExercise['fields'] | null {
  const unit_test_code = language === null ? undefined : WRITERS[language]?.(tests, readTree);
  if (language === null || !unit_test_code) return null;
  const { unitFrameworks, files } = LANGUAGES[language];
  return {
    unit_test_code,
    unit_test_framework: unitFrameworks[0] ?? null,
    unit_test_module: `${SUBMISSION}.${files.code}`,
    unit_test_shows: 'message',
  };
}
