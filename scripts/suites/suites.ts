import type { ReportKind } from './read-report.ts';
import { quickTemporaryFolder } from './temporary-folder.ts';

/** One thing that must succeed: a command under the pinned Node. Suites of one lane run one after another, lanes side by side. */
export interface Suite {
  readonly name: string;
  readonly lane: 'tests' | 'gate' | 'browser';
  /** Arguments of node. */
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The JSON that the command writes for us; a suite without one counts as a single test. */
  readonly report?: { readonly kind: ReportKind; readonly file: string };
  readonly timeLimitMinutes: number;
}

const REPORTS = 'test-results';
/** Tests make hundreds of databases and repositories, and throw them away. */
const QUICK: Readonly<Record<string, string>> = quickTemporaryFolder();

function gate(name: string, ...command: string[]): Suite {
  return { name, lane: 'gate', command, timeLimitMinutes: 10 };
}

function vitest(name: string, lane: Suite['lane'], projects: readonly string[], environment: Readonly<Record<string, string>> = {}): Suite {
  const file = `${REPORTS}/${name.replaceAll(/\W+/g, '-')}.json`;
  return {
    name,
    lane,
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    environment,
    report: { kind: 'vitest', file },
    timeLimitMinutes: 50,
  };
}

const GATE: readonly Suite[] = [
  gate('types', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'),
  gate('types of the web', 'node_modules/typescript/bin/tsc', '-p', 'web/tsconfig.json'),
  gate('lint', 'node_modules/oxlint/bin/oxlint'),
  gate('layers and cycles', 'scripts/check-layers.ts'),
  gate('dead code', 'node_modules/knip/bin/knip.js'),
  gate('duplicate code', 'node_modules/jscpd/run-jscpd.js'),
  gate('format', 'node_modules/oxfmt/bin/oxfmt', '--check', '.'),
];

const PROJECTS = ['unit', 'integration', 'web', 'components'];
const TESTS = vitest('tests', 'tests', PROJECTS, QUICK);
/** Behind the short ones: beside the others, since most of their time they wait for limits to be met. */
const RUNNER = vitest('runner', 'gate', ['runner']);

/** The longest of all: they begin at once and wait for nothing. */
const BROWSER: Suite = {
  name: 'browser tests',
  lane: 'browser',
  command: ['node_modules/@playwright/test/cli.js', 'test', '--grep-invert', '@full'],
  environment: QUICK,
  report: { kind: 'playwright', file: `${REPORTS}/browser-tests.json` },
  timeLimitMinutes: 80,
};

/** Tests that take too long, or need too much from package registries, for every commit: `*.full.test.ts`. */
const FULL_TESTS = vitest('full tests', 'tests', ['full'], QUICK);
/** Browser tests tagged `@full`, for the same reason. */
const FULL_BROWSER: Suite = {
  ...BROWSER,
  name: 'full browser tests',
  command: ['node_modules/@playwright/test/cli.js', 'test', '--grep', '@full'],
};

const ALL: readonly Suite[] = [...GATE, RUNNER, TESTS, BROWSER];

/** `gate` runs before a commit, `all` is `npm test`, and `full` is `npm run test:all`: everything at full breadth. */
export const SUITES: Readonly<Record<'gate' | 'all' | 'full', readonly Suite[]>> = {
  gate: [...GATE, TESTS, RUNNER],
  all: ALL,
  full: [...ALL, FULL_TESTS, FULL_BROWSER],
};
