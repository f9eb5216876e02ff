import { describe, expect, it } from 'vitest';
import { checkLayers, findCycles } from './check.ts';
import { readSourceFile, type SourceFile } from './imports.ts';
import { patternToRegExp, REMOVABLE } from './rules.ts';

const file = (path: string, given: Partial<SourceFile> = {}): SourceFile => ({
  path,
  files: [],
  loads: [],
  names: [],
  declares: [],
  packages: [],
  missing: [],
  readsEnvironment: false,
  ...given,
});

const imports = (path: string, target: string): string[] => checkLayers([file(path, { files: [target] })]);

describe('patternToRegExp', () => {
  it.each([
    ['a/*.ts', 'a/b.ts', true],
    ['a/*.ts', 'a/b/c.ts', false],
    ['a/**', 'a/b/c.ts', true],
    ['a/{b,c}.ts', 'a/c.ts', true],
    ['a/{b,c}.ts', 'a/d.ts', false],
    ['a/*/!tables.ts', 'a/b/service.ts', true],
    ['a/*/!tables.ts', 'a/b/tables.ts', false],
    ['a/!b/c.ts', 'a/b/c.ts', false],
    ['a/!b/c.ts', 'a/bb/c.ts', true],
    ['a.ts', 'axts', false],
  ])('%s on %s: %s', (pattern, path, matches) => {
    expect(patternToRegExp(pattern).test(path)).toBe(matches);
  });

  it('carries a name from one side of a rule to the other', () => {
    const { groups } = patternToRegExp('features/<noun>/server/**').exec('features/lessons/server/routes.ts')!;
    expect(patternToRegExp('features/<noun>/server/**', groups).test('features/lessons/server/queries.ts')).toBe(true);
    expect(patternToRegExp('features/<noun>/server/**', groups).test('features/releases/server/queries.ts')).toBe(false);
  });
});

describe('who may import whom', () => {
  it.each([
    ['platform/content/merge.ts', 'platform/contract/errors.ts'],
    ['features/audit/contract/audit.ts', 'features/review/contract/pull-requests.ts'],
    ['features/lessons/rules/image-size.ts', 'features/documents/rules/read-lesson.ts'],
    ['runner/src/main.ts', 'platform/contract/runner-protocol.ts'],
    ['features/lessons/server/routes.ts', 'features/lessons/server/queries.ts'],
    ['features/lessons/server/lessons.ts', 'features/lessons/server/screen-queries.ts'],
    ['features/lessons/server/lessons.ts', 'features/releases/server/index.ts'],
    ['features/sync/server/clone-lesson.ts', 'features/lessons/server/index.ts'],
    ['app/server/app.ts', 'features/lessons/server/index.ts'],
    ['platform/server/jobs.test.ts', 'testing/test-server.ts'],
    ['app/web/pages/lesson-page.tsx', 'features/lessons/web/api.ts'],
    ['e2e/journey.spec.ts', 'app/server/main.ts'],
  ])('%s may import %s', (from, to) => {
    expect(imports(from, to)).toEqual([]);
  });

  it.each([
    ['features/runs/contract/runs.ts', 'platform/content/merge.ts'],
    ['features/documents/rules/read-lesson.ts', 'features/lessons/rules/image-size.ts'],
    ['features/lessons/rules/image-size.ts', 'features/lessons/server/lessons.ts'],
    ['features/lessons/web/api.ts', 'features/lessons/server/lessons.ts'],
    ['platform/content/merge.ts', 'app/server/app.ts'],
    ['runner/src/main.ts', 'app/contract/api.ts'],
    ['runner/src/main.ts', 'platform/server/errors.ts'],
    ['platform/server/jobs.ts', 'features/lessons/server/lessons.ts'],
    ['features/lessons/server/lessons.ts', 'features/releases/server/releases.ts'],
    ['features/lessons/server/lessons.ts', 'features/sync/server/index.ts'],
    ['features/releases/server/releases.ts', 'features/lessons/server/index.ts'],
    ['features/sync/server/clone-lesson.ts', 'features/lessons/server/queries.ts'],
    ['app/server/app.ts', 'features/lessons/server/queries.ts'],
    ['app/server/app.ts', 'runner/src/main.ts'],
    ['app/server/app.ts', 'testing/test-server.ts'],
    ['platform/web/ui/table.tsx', 'features/lessons/web/api.ts'],
    ['features/lessons/web/list.tsx', 'features/workbench/web/screens/address.ts'],
    ['features/lessons/web/list.tsx', 'app/web/pages/lesson-page.tsx'],
    ['app/web/pages/lesson-page.tsx', 'platform/server/errors.ts'],
  ])('%s must not import %s', (from, to) => {
    expect(imports(from, to)).toEqual([`${from} must not import ${to}`]);
  });

  it.each([
    ['features/runs/contract/runs.ts', 'yaml'],
    ['platform/content/merge.ts', 'node:fs'],
  ])('%s must not use the package %s', (from, name) => {
    expect(checkLayers([file(from, { packages: [name] })])).toEqual([`${from} must not import ${name}`]);
  });

  it.each([
    ['features/operations/server/debug.ts', false],
    [`features/${REMOVABLE[0]}/server/routes.ts`, true],
    ['app/server/features.ts', true],
    ['app/server/start.ts', false],
    ['testing/test-server.ts', true],
  ])('%s may import a feature that can be taken away: %s', (from, may) => {
    const problem = `${from} must not import features/${REMOVABLE[0]}/: only the lists of features may (REMOVABLE in scripts/layers/rules.ts)`;
    expect(imports(from, `features/${REMOVABLE[0]}/server/index.ts`)).toEqual(may ? [] : [problem]);
  });

  it('keeps a package at its home', () => {
    expect(checkLayers([file('features/lessons/server/queries.ts', { packages: ['pg'] })])).toHaveLength(1);
    expect(checkLayers([file('platform/server/database/database.ts', { packages: ['pg'] })])).toEqual([]);
  });

  it('lets only configuration read the environment', () => {
    expect(checkLayers([file('app/server/app.ts', { readsEnvironment: true })])).toHaveLength(1);
    expect(checkLayers([file('app/server/main.ts', { readsEnvironment: true })])).toEqual([]);
  });
});

describe('work on texts', () => {
  const MARKDOWN = file('platform/content/markdown.ts');
  const CHEAP = file('platform/content/notes.ts', { loads: [MARKDOWN.path] });
  const problems = (path: string, loads: readonly string[]) => checkLayers([MARKDOWN, CHEAP, file(path, { loads })]);

  it.each([
    ['of the server, itself', 'features/lessons/server/lessons.ts', MARKDOWN.path],
    ['of the server, through other content', 'features/lessons/server/lessons.ts', CHEAP.path],
    ['of the server, by calling a task', 'features/lessons/server/lessons.ts', 'features/lessons/server/read.task.ts'],
  ])('is refused in a file %s', (_, path, target) => {
    expect(problems(path, [target])).toEqual([expect.stringContaining(`${path} must not run`)]);
  });

  it.each([
    ['a task', 'features/lessons/server/read.task.ts'],
    ['the browser', 'app/web/router.tsx'],
    ['a test', 'features/lessons/server/lessons.test.ts'],
  ])('is allowed in %s', (_, path) => {
    expect(problems(path, [MARKDOWN.path])).toEqual([]);
  });
});

describe('findCycles', () => {
  it('finds a cycle once, and none where two paths lead to one file', () => {
    const circle = [file('a', { files: ['b'] }), file('b', { files: ['c'] }), file('c', { files: ['a'] })];
    const diamond = [file('a', { files: ['b', 'c'] }), file('b', { files: ['d'] }), file('c', { files: ['d'] }), file('d')];
    expect(findCycles(circle)).toEqual([['a', 'b', 'c']]);
    expect(findCycles(diamond)).toEqual([]);
  });
});

describe('readSourceFile', () => {
  const root = new URL('../..', import.meta.url).pathname;
  const read = (source: string): SourceFile => readSourceFile(root, 'scripts/layers/sample.ts', source);

  it('sees static, type, dynamic and re-exporting imports', () => {
    const source = `
      import { a } from './rules.ts';
      import type { Lesson } from '#features/lessons/contract/lessons.ts';
      import 'zod/v4';
      export * from './check.ts';
      const later = import('@scope/name/deep');
      import { readFile } from 'node:fs/promises';
    `;
    const { files, packages, missing } = read(source);
    expect(files.toSorted()).toEqual(['features/lessons/contract/lessons.ts', 'scripts/layers/check.ts', 'scripts/layers/rules.ts']);
    expect(packages.toSorted()).toEqual(['@scope/name', 'node:fs/promises', 'zod']);
    expect(missing).toEqual([]);
  });

  it('names missing imports', () => {
    expect(read(`import x from './nowhere.ts';`).missing).toEqual(['./nowhere.ts']);
  });

  it.each([
    ['const port = process.env.PORT;', true],
    [`import { env } from 'node:process';`, true],
    ['// process.env is not read here', false],
    ['spawn(command, { env });', false],
  ])('%s reads the environment: %s', (source, expected) => {
    expect(read(source).readsEnvironment).toBe(expected);
  });
});
