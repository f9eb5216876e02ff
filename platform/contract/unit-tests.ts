import { LANGUAGES, type Language } from './languages.ts';

// Unit tests as checks: an author's test file runs as it is, with the submission as the module that it imports. Free of zod, for pages.

/** The `checker_id` of results of unit tests. */
export const UNIT_TEST = 'unit_test';

/** What people read for the frameworks of unit tests. */
export const UNIT_FRAMEWORK_LABELS = { unittest: 'unittest', pytest: 'pytest', testthat: 'testthat', bats: 'bats' } as const;
export type UnitFramework = keyof typeof UNIT_FRAMEWORK_LABELS;
export const UNIT_FRAMEWORKS = Object.keys(UNIT_FRAMEWORK_LABELS) as [UnitFramework, ...UnitFramework[]];

/** What learners see when a test fails. */
export const UNIT_SHOWS_LABELS = {
  name: 'Its name',
  message: 'Its name and message',
  everything: 'Everything, with the traceback',
} as const;
export type UnitShows = keyof typeof UNIT_SHOWS_LABELS;
export const UNIT_SHOWS = Object.keys(UNIT_SHOWS_LABELS) as [UnitShows, ...UnitShows[]];

/** A file name without spaces, with up to three folders before it: it becomes a path in the sandbox. Empty: guessed. */
export const UNIT_MODULE = /^$|^(?:[A-Za-z_][\w-]*\/){0,3}[A-Za-z_][\w-]*\.\w{1,5}$/;

interface UnitTestFields {
  readonly unit_test_code: string;
  readonly unit_test_framework: UnitFramework | null;
  readonly unit_test_module: string;
}

/** The unit tests of a screen, with what its author left to be guessed. */
export interface UnitTestPlan {
  readonly framework: UnitFramework;
  /** The file that the tests import as the submission; null: unknown. */
  readonly module: string | null;
}

/** The frameworks for a language; empty: it has no unit tests. */
export function unitFrameworksOf(language: Language | null): readonly UnitFramework[] {
  return language === null ? [] : LANGUAGES[language].unitFrameworks;
}

/** Whether screens in this language can have unit tests. */
export function canUnitTest(language: Language | null): boolean {
  return unitFrameworksOf(language).length > 0;
}

/** The unit tests of a screen; null: it has none. */
export function unitTestsOf(language: Language | null, fields: UnitTestFields): UnitTestPlan | null {
  if (language === null || !canUnitTest(language) || fields.unit_test_code.trim() === '') return null;
  return {
    framework: fields.unit_test_framework ?? guessFramework(language, fields.unit_test_code),
    module: fields.unit_test_module === '' ? guessModule(language, fields.unit_test_code) : fields.unit_test_module,
  };
}

const SIGNS: Readonly<Record<UnitFramework, RegExp>> = {
  // Also for classes of unittest, which pytest runs as well.
  pytest: /^(?:import|from) +pytest\b|^(?:async +)?def +test_|^@pytest\.|^class Test\w*(?:\(\s*\))?:/m,
  unittest: /^[ \t]*(?:import|from) +unittest\b/m,
  testthat: /\b(?:test_that|describe)\s*\(/,
  bats: /^[ \t]*@test\s/m,
};

/** The framework that a test file is written for; the first of the language if nothing in the text says so. */
export function guessFramework(language: Language, code: string): UnitFramework {
  const [first = 'unittest', ...others] = unitFrameworksOf(language);
  return others.find((framework) => SIGNS[framework].test(code)) ?? first;
}

/** The file that a test file imports as the submission; null: it names none. */
export function guessModule(language: Language, code: string): string | null {
  return importedFiles(language, code)[0] ?? null;
}

/** The files that code of tests imports, in its order: the submission, and helpers of the tests. Files elsewhere are left out. */
export function importedFiles(language: Language, code: string): readonly string[] {
  return LANGUAGES[language].unitModules(code).filter((file) => UNIT_MODULE.test(file));
}

/** The name of the test file in the sandbox, as the framework expects it. */
export function testFileOf(module: string, framework?: UnitFramework): string {
  const file = module.split('/').at(-1) ?? module;
  const [stem = file, ending = ''] = file.split('.');
  return `test_${stem.replaceAll('-', '_')}.${framework === 'bats' ? 'bats' : ending}`;
}

/** Whether a file beside the tests is one that they load, as `test_helper.bash`: submissions can't change those. */
export function isTestHelper(framework: UnitFramework, file: string): boolean {
  return framework === 'bats' && file.endsWith('.bash') && !file.includes('/') && UNIT_MODULE.test(file);
}
