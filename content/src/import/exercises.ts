import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#contract/languages.ts';
import { emptyScreenFields, type ScreenFields } from '#contract/screens.ts';
import { guessModule, isTestHelper, unitTestsOf } from '#contract/unit-tests.ts';

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
const ANSWERS = ['.meta/example', '.meta/exemplar', 'example', 'exemplar', 'solution', 'answer'];

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
 * code), a solution (answer code) and instructions. Folders with several test files, or whose tests don't name their file, are left out.
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
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([folder, tests]) => (tests.length === 1 && tests[0] !== undefined ? (exerciseIn(files, folder, tests[0]) ?? []) : []));
}

function exerciseIn(files: ReadonlyMap<string, string>, folder: string, testPath: string): Exercise | null {
  const language = testFile(testPath)?.language ?? null;
  const unit_test_code = files.get(testPath) ?? '';
  const module = language === null ? null : guessModule(language, unit_test_code);
  if (language === null || module === null) return null;
  const ending = module.split('.').at(-1) ?? '';
  const at = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  const stub = [at(module), at(`src/${module}`), at(`R/${module}`)].find((path) => files.has(path));
  const answer = ANSWERS.map((name) => at(`${name}.${ending}`)).find((path) => files.has(path));
  const texts = INSTRUCTIONS.map(at).filter((path) => files.has(path));
  // A README repeats the instructions.
  const shown = texts.length > 1 ? texts.filter((path) => path !== at('README.md')) : texts;
  const instructions = shown.map((path) => (files.get(path) ?? '').trim()).join('\n\n');
  const fields: ScreenFields = {
    ...emptyScreenFields('code'),
    title: titleOf(instructions) ?? wordsOf(folder.split('/').at(-1) || module.replace(/\.\w+$/, '')),
    instructions_markdown: withoutTitle(instructions),
    initial_code: stub === undefined ? '' : (files.get(stub) ?? ''),
    answer_code: answer === undefined ? '' : (files.get(answer) ?? ''),
    unit_test_code,
  };
  const plan = unitTestsOf(language, fields);
  if (plan === null) return null;
  const beside = testPath.slice(0, testPath.lastIndexOf('/') + 1);
  const helpers = [...files.keys()].filter(
    (path) => path.startsWith(beside) && path !== stub && isTestHelper(plan.framework, path.slice(beside.length)),
  );
  const used = new Set([testPath, stub, answer, ...texts, ...helpers]);
  const left = [...files.keys()].filter((path) => path.startsWith(folder === '' ? '' : `${folder}/`) && !used.has(path));
  return { path: testPath, folder, language, fields, helpers, left };
}

const TITLE = /^#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\n|$)/;
/** What headings of instructions are called that don't name the exercise. */
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
