/** The parts of `npm run check`: static checks, and the projects of vitest.config.ts. */
const STATIC_PARTS = {
  types: 'the types, of the web application too',
  lint: 'oxlint',
  layers: 'which folder imports which, and cycles',
  dead: 'code and packages that nothing uses',
  duplicates: 'duplicate code',
  format: 'oxfmt',
} as const;
const TEST_PARTS = {
  unit: 'pure tests of contract, content and scripts',
  web: 'pure tests of the pages',
  components: 'tests of the pages in jsdom',
  integration: 'tests of the server, with databases and repositories',
  runner: 'tests of the runner, with sandboxes',
} as const;

export type StaticPart = keyof typeof STATIC_PARTS;
export type TestPart = keyof typeof TEST_PARTS;
export type Part = StaticPart | TestPart;

export const ALL_TEST_PARTS = Object.keys(TEST_PARTS) as readonly TestPart[];
const ALL_STATIC_PARTS = Object.keys(STATIC_PARTS) as readonly StaticPart[];
const NAMES = [...ALL_STATIC_PARTS, ...ALL_TEST_PARTS] as readonly Part[];

/** Fast enough before every commit (CONTRIBUTING.md). Tests that start something run in `npm test`, or if they are near a change. */
const BEFORE_COMMIT: readonly Part[] = [...ALL_STATIC_PARTS, 'unit', 'web'];
/** The parts that can check some files only. Dead and duplicate code only show in the whole. */
const NEAR_FILES: readonly Part[] = ['types', 'lint', 'layers', 'format', ...ALL_TEST_PARTS];

export interface Choice {
  readonly parts: readonly Part[];
  /** Only check these files and folders, and run the tests near them. */
  readonly paths: readonly string[];
  /** Also those that differ from the last commit. */
  readonly isChanged: boolean;
}

/**
 * Parses the arguments after `npm run check --`: names of parts, paths, and `--changed`.
 * @throws Error listing the parts for an unknown argument
 */
export function chooseParts(words: readonly string[]): Choice {
  const named = new Set<Part>();
  const paths: string[] = [];
  let isChanged = false;
  for (const word of words) {
    const part = NAMES.find((name) => name === word);
    if (part) named.add(part);
    else if (word === 'tests') for (const name of ALL_TEST_PARTS) named.add(name);
    else if (word === '--changed') isChanged = true;
    else if (/[./]/.test(word) && !word.startsWith('-')) paths.push(word);
    else throw new Error(`Unknown part: ${word}.\n${listParts()}`);
  }
  const whenUnnamed = isChanged || paths.length > 0 ? NEAR_FILES : BEFORE_COMMIT;
  return { parts: NAMES.filter((name) => (named.size > 0 ? named.has(name) : whenUnnamed.includes(name))), paths, isChanged };
}

/** Every argument of {@link chooseParts}, for people. */
export function listParts(): string {
  const rows = Object.entries({
    ...STATIC_PARTS,
    ...TEST_PARTS,
    tests: 'all five kinds of tests',
    '--changed': 'only what differs from the last commit, and the tests near it',
    PATH: 'only this file or folder, and the tests near it',
  });
  return [
    'npm run check -- PART… PATH…',
    ...rows.map(([name, text]) => `  ${name.padEnd(13)} ${text}`),
    `Without a word: ${BEFORE_COMMIT.join(', ')}.`,
  ].join('\n');
}
