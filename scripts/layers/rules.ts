/**
 * Which file may import which. Patterns are paths from the root: `*` is one name, `**` any depth, `{a,b}` either, and `<name>` one name that
 * is the same on both sides of a rule. The first rule whose `files` match a file is the one it must keep.
 * Tests, and whatever no rule names (`testing`, `e2e`, `bench`, `scripts`, `docs`), may import anything.
 */
export interface LayerRule {
  readonly files: string;
  readonly may: readonly string[];
  /** The packages it may use: a list, or every one but Node's own. Left out: any. */
  readonly packages?: readonly string[] | 'none of node';
}

const CONTRACT = 'contract/src/**';
const CONTENT = 'content/src/**';
const SERVER_PLATFORM = 'server/src/platform/**';
const WEB_BASE = [CONTRACT, CONTENT, 'platform/web/ui/**', 'platform/web/**'];

const TASKS = 'server/src/**.task.ts';

const SERVER_BASE = [CONTRACT, CONTENT, SERVER_PLATFORM];

/** The server's modules. Each may import those before it, and sees only their `index.ts`. */
export const SERVER_MODULES = [
  'audit',
  'accounts',
  'notifications',
  'releases',
  'datasets',
  'lessons',
  'curricula',
  'running',
  'preflight',
  'search',
  'replace',
  'publishing',
  'content-sync',
  'history',
  'rehearsals',
  'operations',
] as const;

/** The browser's features. Each may import those before it. */
export const WEB_FEATURES = [
  'session',
  'notifications',
  'invited-people',
  'staff',
  'external-authors',
  'tokens',
  'audit',
  'console',
  'debug',
  'help',
  'releases',
  'lessons',
  'datasets',
  'data-files',
  'images',
  'skills',
  'terminal',
  'learner-view',
  'questions',
  'checkers',
  'packages',
  'presence',
  'comments',
  'curricula',
  'runs',
  'applications',
  'check-trust',
  'screen-tests',
  'deploys',
  'trash',
  'sync',
  'exports',
  'release-list',
  'pull-requests',
  'import-file',
  'import-collection',
  'screens',
  'preflight',
  'history',
  'rehearsals',
  'bulk-edits',
  'replace',
  'search',
  'lesson-list',
  'lesson-page',
  'screen-editor',
] as const;

const doors = (modules: readonly string[]): string[] => modules.map((module) => `server/src/${module}/index.ts`);

export const LAYER_RULES: readonly LayerRule[] = [
  { files: CONTRACT, may: [CONTRACT], packages: ['zod'] },
  { files: CONTENT, may: [CONTRACT, CONTENT], packages: 'none of node' },
  {
    files: 'runner/**',
    may: [
      'runner/**',
      'contract/src/{runs,run-limits,runner-protocol,runner-settings,languages,json-lines,variables,lessons,terminals,trace-context}.ts',
    ],
  },

  { files: SERVER_PLATFORM, may: [CONTRACT, CONTENT, SERVER_PLATFORM, 'package.json'] },
  // Tasks over texts run in a worker thread: no database, and of other modules only tasks.
  ...SERVER_MODULES.map((module, position) => ({
    files: `server/src/${module}/**.task.ts`,
    may: [...SERVER_BASE, `server/src/${module}/**`, ...SERVER_MODULES.slice(0, position).map((other) => `server/src/${other}/**.task.ts`)],
  })),
  { files: 'app/server/text-worker.ts', may: ['platform/server/text-tasks/text-tasks.ts', TASKS] },
  ...SERVER_MODULES.map((module, position) => ({
    files: `server/src/${module}/**`,
    may: [...SERVER_BASE, `server/src/${module}/**`, ...doors(SERVER_MODULES.slice(0, position))],
  })),
  { files: 'server/src/*.ts', may: [...SERVER_BASE, 'server/src/*.ts', ...doors(SERVER_MODULES)] },

  { files: 'platform/web/ui/**', may: [CONTRACT, CONTENT, 'platform/web/ui/**', 'platform/web/**'] },
  { files: 'platform/web/**', may: [CONTRACT, CONTENT, 'platform/web/**', 'platform/web/ui/**'] },
  ...WEB_FEATURES.map((feature, position) => ({
    files: `web/src/features/${feature}/**`,
    may: [...WEB_BASE, ...WEB_FEATURES.slice(0, position + 1).map((name) => `web/src/features/${name}/**`)],
  })),
  { files: 'app/web/pages/**', may: [...WEB_BASE, 'web/src/features/**'] },
  { files: 'app/web/**', may: [...WEB_BASE, 'web/src/features/**', 'app/web/pages/**', 'app/web/**'] },
  // The learner's view: a small page of its own, which the authoring pages do not know.
  { files: 'app/web/preview/**', may: [...WEB_BASE, 'web/src/features/**', 'app/web/preview/**'] },
  { files: 'web/src/*', may: ['web/src/**', CONTRACT, CONTENT] },
];

/** Tests stand outside the layers. */
export const FREE_FILES: readonly string[] = ['**/*.test.{ts,tsx}'];

/** The only files that may read the environment: settings, and what a program that we start inherits. */
export const ENVIRONMENT_READERS: readonly string[] = [
  'server/src/{main,command-line}.ts',
  'platform/server/git/git-environment.ts',
  'runner/src/main.ts',
  'runner/testing/*.ts',
  '*.config.ts',
  '{scripts,testing,e2e,bench}/**',
  ...FREE_FILES,
];

/** Packages that only these files may import, so that a part can be exchanged at one place. */
export const PACKAGE_HOMES: Readonly<Record<string, readonly string[]>> = {
  pg: ['platform/server/database/**', 'testing/**', 'bench/**'],
  '@electric-sql/pglite': ['platform/server/database/**', 'runner/languages/postgres/**', 'testing/**', 'bench/**'],
  'pg-boss': ['platform/server/jobs.ts', 'platform/server/jobs/**'],
  'markdown-it': [CONTENT],
  re2js: [CONTENT],
  nodemailer: ['features/notifications/server/**'],
  otpauth: ['features/accounts/server/**', 'e2e/**'],
  '@simplewebauthn/server': ['features/accounts/server/**'],
};

const NAME = '[^/]+';

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/**
 * Turns a pattern into a regular expression. `names` are the values that earlier matching gave to `<name>`s; the others become
 * named groups. `!word` is a name that is not `word`.
 */
export function patternToRegExp(pattern: string, names: Readonly<Record<string, string>> = {}): RegExp {
  const source = pattern.replaceAll(
    /\*\*|\*|<(\w+)>|!([\w.]+)|\{([^}]*)\}|[^\w/]/g,
    (part, name?: string, not?: string, either?: string) => {
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      if (name !== undefined) return names[name] === undefined ? `(?<${name}>${NAME})` : escape(names[name]);
      if (not !== undefined) return `(?!${escape(not)}(?:/|$))${NAME}`;
      if (either !== undefined) return `(?:${either.split(',').map(escape).join('|')})`;
      return escape(part);
    },
  );
  return new RegExp(`^${source}$`);
}

/** Whether a path matches one of the patterns. */
export function matchesAny(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => patternToRegExp(pattern).test(path));
}
