import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_NAMES, LANGUAGES, languageNamed, ownVersion, versionChoices, versionFor, versionOf } from './languages.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDERS = ['platform', 'features', 'app', 'runner/src'];

/** The folder of a language in the runner may name languages. So may these files and folders, for a reason. */
const MAY_NAME: Readonly<Record<string, string>> = {
  'platform/contract/languages.ts': 'the entries themselves',
  'features/imports/rules/code-names.ts': 'how each language gives values names',
  'features/imports/rules/incomplete-code.ts': 'where code of each language is incomplete',
  'platform/server/code/syntax-trees.ts': 'the grammars of the languages',
  'features/imports/rules/collection/earlier-documents.ts': 'what Python has built in, and that a call in R means the function',
  'features/imports/rules/python-magics.ts': 'only the kernel of Python has magics, one of which is %sql',
  'features/imports/rules/knitr-setup.ts': 'knitr is written in R',
  'features/imports/rules/checks/python-tests.ts': 'the syntax of Python, in which it writes tests',
  'features/imports/rules/tutorials/exercise-chunks.ts': 'the engines of quarto-live, and learnr and gradethis, which are written in R',
  'features/imports/rules/tutorials/python-calls.ts': 'the syntax of Python, in which checks of tutorials are written',
  'features/imports/rules/tutorials/r-values.ts': 'the syntax of R, in which tutorials are written',
  'features/imports/rules/tutorials/swirl.ts': 'swirl teaches R',
  'features/imports/rules/transcripts.ts': 'the prompts of consoles, of which Python has two',
  'platform/web/ui/paste/notebook.ts': 'a notebook that names no language is one of Python',
  'features/runs/server/format-code.task.ts': 'the formatters of the languages',
  'runner/src/languages.ts': 'the registry; Python runs the programs of the others',
  'runner/src/runner-folders.ts': 'copies the folders below runner/languages, which have their own names',
  'runner/src/terminals/': 'terminals are those of the command line',
  'features/check-trust/server/variants/': 'the syntax of the languages, whose mistakes and rewrites differ',
  'runner/src/environments/': 'the installers of Python, R and Debian packages, and their locks',
};

/** Letters that are no language: how a file is opened, kinds of tables and frames, and keys. */
const NO_LANGUAGE = [
  /\bopen\([^)]*, 'r'\)/g,
  /relkind in \('r'/g,
  /\bshortcut: 'r'/g,
  // The letters that other alphabets become in names of folders.
  /^ {2}[а-яρ]: 'r',$/gm,
];

function productFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function namesIn(path: string): string[] {
  const source = readFileSync(join(ROOT, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm, '');
  const code = NO_LANGUAGE.reduce((text, pattern) => text.replaceAll(pattern, ''), source).replaceAll(/\bNonNullable<[^>]*\['sql'\]>/g, '');
  return LANGUAGE_NAMES.filter((language) => new RegExp(`(['"\`])${language}\\1`).test(code));
}

it('nothing but the table and the folders of a runner decides by the name of a language', () => {
  const naming = FOLDERS.flatMap(productFiles).filter((path) => namesIn(path).length > 0);
  const folders = LANGUAGE_NAMES.map((language) => `runner/src/${language}/`);
  const unexpected = naming.filter((path) => ![...folders, ...Object.keys(MAY_NAME)].some((allowed) => path.startsWith(allowed)));
  expect(
    unexpected,
    'These compare with the name of a language. Add a field to platform/contract/languages.ts and ask it instead.',
  ).toEqual([]);
  const unused = Object.keys(MAY_NAME).filter((allowed) => !naming.some((path) => path.startsWith(allowed)));
  expect(unused, 'These no longer name a language. Remove them from the list.').toEqual([]);
});

describe('the entries', () => {
  it('no two share a name of a fence, a mode or the ending of a file', () => {
    const entries = LANGUAGE_NAMES.map((language) => LANGUAGES[language]);
    const names = entries.flatMap(({ fence, aliases }) => [fence, ...aliases]);
    const endings = entries.flatMap(({ files }) => files.endings as readonly string[]);
    const modes = entries.map(({ files }) => files.mode);
    for (const all of [names, endings, modes]) expect(new Set(all).size).toBe(all.length);
    for (const { files } of entries) expect(files.endings).toContain(files.code.toLowerCase());
  });

  it('a language is found by the names that notebooks and fences have for it', () => {
    const known = [' IPython3 ', 'py', 'ir', 'PostgreSQL', 'sqlite3', 'bash', 'shell-session', 'cobol', ''];
    expect(known.map(languageNamed)).toEqual(['python', 'python', 'r', 'sql', 'sql', 'cli', 'cli', null, null]);
  });

  it('a lesson has a version where its language has some', () => {
    expect(versionFor('python', '3.8')).toBe('3.8');
    expect(versionFor('python', null)).toBe('3.11');
    expect(versionFor('r', '3.8')).toBeNull();
    expect(versionFor(null, '3.8')).toBeNull();
    expect(ownVersion('python', '3.8')).toBe('3.8');
    expect(ownVersion('python', null)).toBeNull();
    expect(ownVersion('r', '3.8')).toBeNull();
    expect(versionOf({ language: 'python', language_version: '3.9' })).toBe('3.9');
    expect(versionOf({ language: 'sql', language_version: '3.9' })).toBeNull();
  });

  it.each([
    { offered: [], expected: '3.11' },
    { offered: ['3.13', '3.11'], expected: '3.11' },
    { offered: ['3.13'], expected: '3.13' },
    { offered: ['3.10', '3.9'], expected: '3.10' },
    { offered: ['3.9', '3.10'], expected: '3.10' },
    { offered: ['3.99'], expected: '3.11' },
  ])('a new lesson gets the default, or the newest version that runners offer: $offered', ({ offered, expected }) => {
    expect(versionFor('python', null, { python: offered })).toBe(expected);
    expect(versionFor('python', '3.8', { python: offered })).toBe('3.8');
  });

  it('forms list the usual versions, those of runners and the current one', () => {
    expect(versionChoices('python', {}, null)).toEqual(['3.8', '3.9', '3.11']);
    expect(versionChoices('python', { python: ['3.13', '3.99'] }, '3.12')).toEqual(['3.8', '3.9', '3.11', '3.12', '3.13']);
    expect(versionChoices('sql', { python: ['3.13'] }, null)).toEqual([]);
  });
});
