import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import { compareNames } from '#platform/content/file-names.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#platform/contract/languages.ts';
import { guessModule, importedFiles, isTestHelper, type UnitFramework, unitTestsOf } from '#platform/contract/unit-tests.ts';

/** A folder with unit tests that became a code screen. */
export interface Exercise {
  /** The path of its test file. */
  readonly path: string;
  /** The folder's path; empty: the root. */
  readonly folder: string;
  readonly language: Language;
  readonly fields: ScreenFields;
  /** Paths of files that the tests load, beside them. */
  readonly helpers: readonly string[];
  /** Files of the folder that have no place in a screen. */
  readonly left: readonly string[];
}

const INSTRUCTIONS = ['.docs/introduction.md', '.docs/instructions.md', '.docs/instructions.append.md', 'README.md'];
const HINTS = '.docs/hints.md';
const ANSWERS = ['.meta/example', '.meta/exemplar', 'example', 'exemplar', 'solution', 'answer'];

/** Files in the folder of the tests that the test framework loads without an import. */
const LOADED: Partial<Readonly<Record<UnitFramework, RegExp>>> = { pytest: /^conftest\.py$/, testthat: /^(?:helper|setup)[\w-]*\.r$/i };

/** The language of a test file, and where the folder of its exercise ends in its path; null: another file. */
function testFile(path: string): { language: Language; end: number } | null {
  for (const language of LANGUAGE_NAMES) {
    const found = LANGUAGES[language].unitTestName?.exec(path);
    if (found) return { language, end: found.index };
  }
  return null;
}

/** Whether a file may belong to an exercise: it is in a folder with a file of tests, or below one. */
export function exerciseFiles(paths: Iterable<string>): (path: string) => boolean {
  const folders = new Set<string>();
  for (const path of paths) {
    const found = testFile(path);
    if (found) folders.add(path.slice(0, found.end));
  }
  return (path) => {
    if (folders.has('')) return true;
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) if (folders.has(path.slice(0, end))) return true;
    return false;
  };
}

/**
 * Finds exercises with unit tests among text files: folders with a test file, and beside it the file that the tests import (initial
 * code), a solution (answer code), instructions, and other files that the tests import. Folders with several test files, or whose tests
 * don't name their file, are left out.
 *
 * @param files texts by path
 */
export function findExercises(files: ReadonlyMap<string, string>): Exercise[] {
  const folders = new Map<string, string[]>();
  for (const path of files.keys()) {
    const found = testFile(path);
    if (!found) continue;
    const folder = path.slice(0, found.end);
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return [...folders]
    .toSorted(([a], [b]) => compareNames(a, b))
    .flatMap(([folder, named]) => {
      // A file that the tests import is no test, whatever its name.
      const imported = named.length === 1 ? null : importedBeside(files, named);
      const tests = named.filter((path) => imported?.has(path) !== true);
      return tests.length === 1 && tests[0] !== undefined ? (exerciseIn(files, folder, tests[0]) ?? []) : [];
    });
}

/** The files beside test files that the tests import. */
function importedBeside(files: ReadonlyMap<string, string>, testPaths: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const path of testPaths) {
    const language = testFile(path)?.language;
    if (language === undefined) continue;
    const beside = folderWithEnd(path);
    for (const name of importedFiles(language, files.get(path) ?? '')) if (beside + name !== path) found.add(beside + name);
  }
  return found;
}

function exerciseIn(files: ReadonlyMap<string, string>, folder: string, testPath: string): Exercise | null {
  const language = testFile(testPath)?.language ?? null;
  if (language === null) return null;
  const unit_test_code = files.get(testPath) ?? '';
  const at = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  const placesOf = (name: string) => [at(name), at(`src/${name}`), at(`R/${name}`)];
  const imported = importedFiles(language, unit_test_code).filter((name) => testFile(name) === null);
  // Tests may import libraries before the submission.
  const module = imported.find((name) => placesOf(name).some((path) => files.has(path))) ?? imported[0];
  if (module === undefined) return null;
  const ending = module.split('.').at(-1) ?? '';
  const found = placesOf(module).find((path) => files.has(path));
  const answers = ANSWERS.map((name) => at(`${name}.${ending}`)).filter((path) => files.has(path));
  const answer = answers.find((path) => path !== found) ?? answers[0];
  // Tests that import the solution have no other file for it.
  const stub = found === answer ? undefined : found;
  const texts = INSTRUCTIONS.map(at).filter((path) => files.has(path));
  // A README repeats the instructions.
  const shown = texts.length > 1 ? texts.filter((path) => path !== at('README.md')) : texts;
  const instructions = shown.map((path) => (files.get(path) ?? '').trim()).join('\n\n');
  const fields: ScreenFields = {
    ...emptyScreenFields('code'),
    title: titleOf(instructions) ?? wordsOf(folder.split('/').at(-1) || module.replace(/\.\w+$/, '')),
    instructions_markdown: withoutTitle(instructions),
    hint_markdown: withoutTitle(files.get(at(HINTS)) ?? ''),
    initial_code: stub === undefined ? '' : (files.get(stub) ?? ''),
    answer_code: answer === undefined ? '' : (files.get(answer) ?? ''),
    unit_test_code,
    unit_test_module: module === guessModule(language, unit_test_code) ? '' : module,
  };
  const plan = unitTestsOf(language, fields);
  if (plan === null) return null;
  const known = new Set([testPath, found, answer].filter((path) => path !== undefined));
  const helpers = helpersOf(files, { language, framework: plan.framework, folder, testPath, known, module });
  const used = new Set([...known, ...texts, at(HINTS), ...helpers]);
  const left = [...files.keys()].filter((path) => path.startsWith(folder === '' ? '' : `${folder}/`) && !used.has(path));
  return { path: testPath, folder, language, fields, helpers, left };
}

/** The files that the known files of an exercise load: those that they or other helpers import, and those that the framework loads. */
function helpersOf(
  files: ReadonlyMap<string, string>,
  about: {
    readonly language: Language;
    readonly framework: UnitFramework;
    readonly folder: string;
    readonly testPath: string;
    readonly known: ReadonlySet<string>;
    /** The file of the submission. */
    readonly module: string;
  },
): string[] {
  const { language, framework, folder, testPath, known, module } = about;
  const beside = folderWithEnd(testPath);
  const isLoaded = (name: string) => isTestHelper(framework, name) || LOADED[framework]?.test(name) === true;
  const helpers = new Set(
    [...files.keys()].filter((path) => path.startsWith(beside) && !known.has(path) && isLoaded(path.slice(beside.length))),
  );
  const read = [...known, ...helpers];
  for (const path of read) {
    for (const name of importedFiles(language, files.get(path) ?? '')) {
      // In the sandbox all of them are in one folder.
      const found = [beside + name, folder === '' ? name : `${folder}/${name}`].find((each) => files.has(each));
      if (found === undefined || name === module || name.includes('/') || known.has(found) || helpers.has(found)) continue;
      helpers.add(found);
      read.push(found);
    }
  }
  return [...helpers];
}

/** Where a file is, as the start of its path. */
function folderWithEnd(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

const TITLE = /^#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\n|$)/;
/** Headings of instructions that don't name the exercise. */
const PLAIN_TITLES = /^(?:instructions?|introduction|description|task)$/i;

function titleOf(markdown: string): string | null {
  const title = TITLE.exec(markdown)?.[1];
  return title === undefined || PLAIN_TITLES.test(title) ? null : title;
}

function withoutTitle(markdown: string): string {
  return markdown.replace(TITLE, '').trim();
}

/** `two-fer` is `Two fer`. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[_\-\s]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
