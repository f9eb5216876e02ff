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

const TASKS = ['features/*/server/**.task.ts', 'platform/server/**.task.ts'];

/** Every feature, from the bottom: each may import those before it. */
export const FEATURES = [
  'git',
  'code-hosts',
  'runners',
  'audit',
  'accounts',
  'saved-views',
  'planning',
  'content-model',
  'documents',
  'revisions',
  'releases',
  'changes',
  'branches',
  'datasets',
  'notifications',
  'environments',
  'lesson-files',
  'lesson-store',
  'screens',
  'lessons',
  'packages',
  'comments',
  'runs',
  'terminals',
  'learner-view',
  'questions',
  'check-trust',
  'tests',
  'curricula',
  'search',
  'publishing',
  'trash',
  'preflight',
  'bulk-edits',
  'replace',
  'sync',
  'imports',
  'exports',
  'review',
  'proposals',
  'language-model',
  'release-list',
  'webhooks',
  'work',
  'library',
  'history',
  'rehearsals',
  'operations',
  'assistants',
  'workbench',
] as const;

const PLATFORM_RULES = ['platform/contract/**', 'platform/content/**'];
/** What goes over the wire, and who may do what. A contract may name types of any other: cycles are found apart. */
const CONTRACTS = ['features/*/contract.ts', 'features/*/contract/**', 'features/*/*.policy.ts', 'app/contract/**'];

const each = (features: readonly string[], ...paths: string[]): string[] =>
  features.flatMap((feature) => paths.map((path) => `features/${feature}/${path}`));

function rulesOf(feature: string, position: number): LayerRule[] {
  const before = FEATURES.slice(0, position);
  const below = [...PLATFORM_RULES, ...CONTRACTS, ...each([...before, feature], 'rules/**')];
  const server = [...below, 'platform/server/**'];
  return [
    { files: `features/${feature}/rules/**`, may: below, packages: 'none of node' },
    // Tasks over texts run in a worker thread: no database, and of other features only tasks.
    {
      files: `features/${feature}/server/**.task.ts`,
      may: [...server, ...each([feature], 'server/**'), ...each(before, 'server/**.task.ts')],
    },
    { files: `features/${feature}/server/**`, may: [...server, ...each([feature], 'server/**'), ...each(before, 'server/index.ts')] },
    { files: `features/${feature}/web/**`, may: [...below, 'platform/web/**', ...each([...before, feature], 'web/**')] },
  ];
}

export const LAYER_RULES: readonly LayerRule[] = [
  { files: 'platform/contract/**', may: ['platform/contract/**'], packages: ['zod'] },
  { files: 'platform/content/**', may: PLATFORM_RULES, packages: 'none of node' },
  { files: 'platform/server/**', may: [...PLATFORM_RULES, 'platform/server/**', 'package.json'] },
  { files: 'platform/web/**', may: [...PLATFORM_RULES, 'platform/web/**', 'app/contract/api.ts'] },
  {
    files: 'runner/**',
    may: [
      'runner/**',
      'platform/contract/{run-limits,run-outcome,runner-protocol,runner-settings,languages,json-lines,variables,terminal-frames,trace-context,whole-number}.ts',
    ],
  },
  { files: 'features/*/contract.ts', may: ['platform/contract/**', ...CONTRACTS], packages: ['zod'] },
  { files: 'features/*/contract/**', may: ['platform/contract/**', ...CONTRACTS], packages: ['zod'] },
  { files: 'features/*/*.policy.ts', may: ['platform/contract/**', ...CONTRACTS], packages: ['zod'] },
  { files: 'app/contract/**', may: ['platform/contract/**', ...CONTRACTS] },
  ...FEATURES.flatMap(rulesOf),
  { files: 'app/server/text-worker.ts', may: ['platform/server/text-tasks/text-tasks.ts', ...TASKS] },
  {
    files: 'app/server/**',
    may: [...PLATFORM_RULES, ...CONTRACTS, 'platform/server/**', 'app/server/**', ...each(FEATURES, 'server/index.ts')],
  },
  // Commands have no database.
  {
    files: 'app/cli/**',
    may: [
      ...PLATFORM_RULES,
      ...CONTRACTS,
      'platform/server/**',
      'app/cli/**',
      'package.json',
      // Merging by content, as the server does it.
      'features/changes/server/merge-folder.task.ts',
      ...each(FEATURES, 'rules/**', 'server/index.ts'),
    ],
  },
  // The learner's view: a small page of its own, which the authoring pages do not know.
  {
    files: 'app/web/preview/**',
    may: [...PLATFORM_RULES, ...CONTRACTS, 'platform/web/**', ...each(FEATURES, 'rules/**', 'web/**'), 'app/web/preview/**'],
  },
  {
    files: 'app/web/**',
    may: [...PLATFORM_RULES, ...CONTRACTS, 'platform/web/**', ...each(FEATURES, 'rules/**', 'web/**'), 'app/web/**'],
  },
];

/**
 * Features that no other needs, so that each can be taken away: in the product only the lists of features import them
 * (docs/decisions/0150-a-feature-can-be-taken-away.md).
 */
export const REMOVABLE: readonly (typeof FEATURES)[number][] = ['replace', 'webhooks', 'rehearsals'];

/** The lists of what features contribute: routes, what servers and worker threads run, pages. */
export const FEATURE_LISTS: readonly string[] = ['app/contract/api.ts', 'app/server/{features,text-worker}.ts', 'app/web/{routes,pages}/*'];

/** Tests stand outside the layers. */
export const FREE_FILES: readonly string[] = ['**/*.test.{ts,tsx}'];

/** The only files that may read the environment: settings, and what a program that we start inherits. */
export const ENVIRONMENT_READERS: readonly string[] = [
  'app/server/{main,command-line}.ts',
  'app/cli/main.ts',
  'features/git/server/git-environment.ts',
  'runner/src/main.ts',
  'runner/testing/*.ts',
  '*.config.ts',
  '{scripts,testing,e2e,bench}/**',
  ...FREE_FILES,
];

/** Packages that only these files may import, so that a part can be exchanged at one place. */
export const PACKAGE_HOMES: Readonly<Record<string, readonly string[]>> = {
  pg: ['platform/server/database/**', 'testing/**', 'bench/**'],
  '@electric-sql/pglite': ['runner/languages/postgres/**', 'bench/**'],
  'pg-boss': ['platform/server/jobs.ts', 'platform/server/jobs/**'],
  'markdown-it': ['platform/content/**', 'features/*/rules/**'],
  re2js: ['platform/content/**', 'features/*/rules/**'],
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
