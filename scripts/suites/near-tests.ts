import { posix } from 'node:path';
import type { SourceFile } from '../layers/imports.ts';

/** Folders with files that tests import, or with tests. */
export const FOLDERS_WITH_TESTS = ['platform', 'features', 'app', 'runner', 'testing', 'scripts'];
/** A folder with more tests isn't about one thing: only those named like the file count as near. */
const MOST_BESIDE = 12;
/** Folders like `platform/server` contain everything, so no tests are looked for there. */
const LEAST_DEPTH = 3;
/** A file with more importers is used everywhere: of its importers only tests count. */
const MOST_IMPORTERS = 12;

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) && !path.endsWith('.full.test.ts');
const withoutEnding = (path: string): string => path.replace(/(\.test)?\.tsx?$/, '');
const firstName = (path: string): string => posix.basename(path).replace(/\..*$/, '');

/** Tests of files that no test imports, by the start of their paths: programs inside of sandboxes, and content. */
const TESTS_OF_OTHER_FILES: Readonly<Record<string, readonly string[]>> = {
  'runner/pycheck/': ['runner/pycheck/', 'runner/src/python/checks.test.ts'],
  'runner/languages/python/lessonwright_run/sql': ['runner/src/sql/'],
  'runner/languages/python/': ['runner/src/python/'],
  'runner/languages/r/': ['runner/src/r/'],
  'runner/languages/cli/': ['runner/src/cli/'],
  'app/server/sample-content/': ['platform/content/sample-content.test.ts', 'features/runs/server/sample-answers.test.ts'],
};

/**
 * The tests that are likely to notice a change of some files: those next to them, those named like them, those that import them,
 * directly or through one other file, and those named like a file that imports them. Everything reachable would be useless: nearly
 * every server test imports the whole application. scripts/faults/faults.test.ts checks that this finds nearly every planted fault.
 */
export function nearTests(changed: readonly string[], files: readonly Pick<SourceFile, 'path' | 'files'>[]): string[] {
  const tests = files.map(({ path }) => path).filter(isTest);
  const importers = importersOf(files);
  const found = new Set<string>();
  for (const path of changed) {
    if (isTest(path)) {
      if (tests.includes(path)) found.add(path);
      continue;
    }
    for (const test of [...beside(path, tests), ...ofOtherFile(path, tests)]) found.add(test);
    const direct = importers.get(path) ?? [];
    // Imports by `testing` affect all tests that start a server.
    const between = direct.length > MOST_IMPORTERS ? [] : direct.filter((importer) => !importer.startsWith('testing/'));
    for (const test of [...direct, ...between.flatMap((importer) => importers.get(importer) ?? [])]) if (isTest(test)) found.add(test);
    const own = new Set(direct.map(withoutEnding));
    for (const test of tests) if (own.has(withoutEnding(test)) || firstName(test) === firstName(path)) found.add(test);
  }
  return [...found].sort();
}

function ofOtherFile(path: string, tests: readonly string[]): string[] {
  const start = Object.keys(TESTS_OF_OTHER_FILES).find((each) => path.startsWith(each));
  const folders = start === undefined ? [] : (TESTS_OF_OTHER_FILES[start] ?? []);
  return tests.filter((test) => folders.some((folder) => test.startsWith(folder)));
}

function importersOf(files: readonly Pick<SourceFile, 'path' | 'files'>[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, files: imported } of files) {
    for (const target of imported) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  return importers;
}

/** The tests in the file's folder, or in the nearest parent folder with tests. */
function beside(path: string, tests: readonly string[]): string[] {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const here = tests.filter((test) => posix.dirname(test) === folder);
    if (here.length > MOST_BESIDE) return here.filter((test) => firstName(test) === firstName(path));
    if (here.length > 0 || folder.split('/').length <= LEAST_DEPTH) return here;
  }
}
