import { posix } from 'node:path';
import type { SourceFile } from '../layers/imports.ts';

/** A folder with more tests than this is not about one thing: of those, only the tests named like the file are beside it. */
const MOST_BESIDE = 12;
/** `server/src` and the like hold everything: no file's tests are looked for up there. */
const LEAST_DEPTH = 3;
/** What more files than this import is everywhere: of its importers, only tests count. */
const MOST_IMPORTERS = 12;

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) && !path.endsWith('.full.test.ts');
const firstName = (path: string): string => posix.basename(path).replace(/\..*$/, '');

/**
 * The tests that are likely to notice a change of some files: those beside them, and those that import them, at most through one
 * other file. What is reachable by imports at all is of no use: nearly every test of the server imports the whole application.
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
    for (const test of beside(path, tests)) found.add(test);
    const direct = importers.get(path) ?? [];
    // What `testing` imports is the ground of all tests that start a server.
    const between = direct.length > MOST_IMPORTERS ? [] : direct.filter((importer) => !importer.startsWith('testing/'));
    for (const test of [...direct, ...between.flatMap((importer) => importers.get(importer) ?? [])]) if (isTest(test)) found.add(test);
  }
  return [...found].sort();
}

function importersOf(files: readonly Pick<SourceFile, 'path' | 'files'>[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, files: imported } of files) {
    for (const target of imported) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  return importers;
}

/** The tests of the file's folder, or of the nearest folder above it that has some. */
function beside(path: string, tests: readonly string[]): string[] {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const here = tests.filter((test) => posix.dirname(test) === folder);
    if (here.length > MOST_BESIDE) return here.filter((test) => firstName(test) === firstName(path));
    if (here.length > 0 || folder.split('/').length <= LEAST_DEPTH) return here;
  }
}
