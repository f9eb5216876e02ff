import type { Part, TestPart } from './choose-parts.ts';
import { quickTemporaryFolder } from './temporary-folder.ts';
import type { Workers } from './workers.ts';

/** A command under the pinned Node that must succeed. */
export interface Suite {
  readonly name: string;
  /** Arguments of node. */
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** It has a reporter that sends events; a suite without one counts as a single test. */
  readonly reports: boolean;
  readonly timeLimitMinutes: number;
}

/** Caches of the type checker and the search for dead code, so that they only check what changed. */
const CACHE = 'node_modules/.cache';
const TYPES = ['node_modules/typescript/bin/tsc', '--incremental', '--tsBuildInfoFile'];
const LINT = ['node_modules/oxlint/bin/oxlint'];
const FORMAT = ['node_modules/oxfmt/bin/oxfmt', '--check'];
const BROWSER_REPORTER = '--reporter=./scripts/suites/browser-reporter.ts';
/** Tests create hundreds of databases and repositories and delete them. */
const QUICK: Readonly<Record<string, string>> = quickTemporaryFolder();

/** The suites of the static parts. The longest comes first, so that the end is short. */
function staticSuites({ threads }: Workers): readonly { readonly part: Part; readonly suite: Suite }[] {
  // Lint and types are written in Go. By default they start four checkers and a garbage collector on every core; each checker
  // computes most types again, so that they take twice the processor time.
  const environment = { GOMAXPROCS: String(threads) };
  const gate = (name: string, ...command: string[]): Suite => ({ name, command, environment, reports: false, timeLimitMinutes: 10 });
  const types = (project: string, cache: string) => [...TYPES, `${CACHE}/${cache}`, '--checkers', String(threads), '-p', project];
  return [
    { part: 'lint', suite: gate('lint', ...LINT) },
    { part: 'dead', suite: gate('dead code', 'node_modules/knip/bin/knip.js', '--cache', '--cache-location', `${CACHE}/knip`) },
    { part: 'types', suite: gate('types', ...types('tsconfig.node.json', 'types.tsbuildinfo')) },
    { part: 'types', suite: gate('types of the web', ...types('app/web/tsconfig.json', 'web-types.tsbuildinfo')) },
    { part: 'duplicates', suite: gate('duplicate code', 'node_modules/jscpd/run-jscpd.js') },
    { part: 'layers', suite: gate('layers and cycles', 'scripts/check-layers.ts') },
    { part: 'format', suite: gate('format', ...FORMAT, '.') },
  ];
}

function vitest(
  name: string,
  projects: readonly string[],
  workers: Workers,
  { files = [], environment = {} }: { readonly files?: readonly string[]; readonly environment?: Readonly<Record<string, string>> } = {},
): Suite {
  return {
    name,
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      ...projects.flatMap((project) => ['--project', project]),
      `--maxWorkers=${workers.vitest}`,
      '--reporter=./scripts/suites/vitest-reporter.ts',
    ],
    environment: { ...QUICK, ...environment },
    reports: true,
    timeLimitMinutes: 80,
  };
}

function browser(name: string, workers: Workers, ...selection: string[]): Suite {
  return {
    name,
    command: ['node_modules/@playwright/test/cli.js', 'test', `--workers=${workers.browser}`, BROWSER_REPORTER, ...selection],
    environment: QUICK,
    reports: true,
    timeLimitMinutes: 80,
  };
}

/** The changes, and the tests near them. */
export interface Narrowed {
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

/** The suites of `npm run check`: all of the given parts, or those that concern some files. */
export function suitesOf(parts: readonly Part[], projects: readonly TestPart[], workers: Workers, narrowed?: Narrowed): Suite[] {
  const suites = staticSuites(workers)
    .filter(({ part }) => parts.includes(part))
    .flatMap(({ part, suite }) => narrow(part, suite, narrowed));
  if (projects.length === 0 || narrowed?.tests.length === 0) return suites;
  return [vitest(narrowed ? 'tests nearby' : 'tests', projects, workers, narrowed && { files: narrowed.tests }), ...suites];
}

function narrow(part: Part, suite: Suite, narrowed: Narrowed | undefined): Suite[] {
  if (!narrowed || (part !== 'lint' && part !== 'format')) return [suite];
  const [command, extensions] = part === 'lint' ? [LINT, /\.(tsx?|mjs)$/] : [FORMAT, /\.(tsx?|mjs|css|json)$/];
  const files = narrowed.files.filter((file) => extensions.test(file));
  return files.length === 0 ? [] : [{ ...suite, command: [...command, '--no-error-on-unmatched-pattern', ...files] }];
}

/**
 * The suites of `npm test`, in starting order (docs/decisions/0040-two-suites-at-a-time.md): the two long ones, followed by what
 * fills the time until the longer one ends.
 */
export function allSuites(projects: readonly TestPart[], workers: Workers): Suite[] {
  return [
    browser('browser tests', workers, '--grep-invert', '@full'),
    vitest('tests', projects, workers),
    ...staticSuites(workers).map(({ suite }) => suite),
  ];
}

/**
 * What `npm run test:all` adds: every hostile program in every situation (runner/testing/matrix.ts), `*.full.test.ts`, and
 * browser tests tagged `@full`, which take long or need package registries; and every benchmark once, so that figures can be measured again.
 */
export function fullSuites(workers: Workers): Suite[] {
  return [
    vitest('runner, full matrix', ['runner'], workers, { environment: { TEST_MATRIX: 'full' } }),
    vitest('full tests', ['full'], workers),
    browser('full browser tests', workers, '--grep', '@full'),
    { name: 'benchmarks, small', command: ['bench/main.ts', '--smoke'], reports: false, timeLimitMinutes: 90 },
  ];
}
