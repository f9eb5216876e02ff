import { LANGUAGES, type Language } from '#contract/languages.ts';
import { emptyScreenFields, type ScreenFields } from '#contract/screens.ts';
import { guessModule, unitFrameworksOf, unitTestsOf } from '#contract/unit-tests.ts';

/** A folder with unit tests that became a code screen. */
export interface Exercise {
  /** The path of its test file. */
  readonly path: string;
  /** The folder's path; empty: the root. */
  readonly folder: string;
  readonly language: Language;
  readonly fields: ScreenFields;
  /** Files of the folder that have no place in a screen. */
  readonly left: readonly string[];
}

const TEST_FILE = /(?:^|\/)(?:tests?\/(?:testthat\/)?)?(?:test[_-][\w-]+|[\w-]+[_-]test|tests?)\.(\w+)$/;
const INSTRUCTIONS = ['.docs/introduction.md', '.docs/instructions.md', '.docs/instructions.append.md', 'README.md'];
const ANSWERS = ['.meta/example', '.meta/exemplar', 'example', 'exemplar', 'solution', 'answer'];

/** Whether a file may belong to an exercise: it is in a folder with a file of tests, or below one. */
export function exerciseFiles(paths: Iterable<string>): (path: string) => boolean {
  const folders = new Set<string>();
  for (const path of paths) {
    const found = TEST_FILE.exec(path);
    if (found && languageOfEnding(found[1] ?? '') !== null) folders.add(path.slice(0, found.index));
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
    const found = TEST_FILE.exec(path);
    if (!found || languageOfEnding(found[1] ?? '') === null) continue;
    const folder = path.slice(0, found.index);
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return [...folders]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([folder, tests]) => (tests.length === 1 && tests[0] !== undefined ? (exerciseIn(files, folder, tests[0]) ?? []) : []));
}

function exerciseIn(files: ReadonlyMap<string, string>, folder: string, testPath: string): Exercise | null {
  const ending = testPath.split('.').at(-1) ?? '';
  const language = languageOfEnding(ending);
  const unit_test_code = files.get(testPath) ?? '';
  const module = language === null ? null : guessModule(language, unit_test_code);
  if (language === null || module === null) return null;
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
  const used = new Set([testPath, stub, answer, ...texts]);
  const left = [...files.keys()].filter((path) => path.startsWith(folder === '' ? '' : `${folder}/`) && !used.has(path));
  return unitTestsOf(language, fields) && { path: testPath, folder, language, fields, left };
}

function languageOfEnding(ending: string): Language | null {
  const languages = Object.keys(LANGUAGES) as Language[];
  return (
    languages.find(
      (language) => unitFrameworksOf(language).length > 0 && LANGUAGES[language].files.code.toLowerCase() === ending.toLowerCase(),
    ) ?? null
  );
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
