import { describe, expect, it } from 'vitest';
import { readSourceFile } from './imports.ts';
import { findSharedNames } from './names.ts';

const root = new URL('../..', import.meta.url).pathname;
const read = (path: string, source: string) => readSourceFile(root, path, source);

const RUN = read('features/runs/server/runs.ts', 'export function start() {}');

describe('findSharedNames', () => {
  it('reports a name that two files of a side declare, with both files', () => {
    const other = read('features/terminals/server/terminals.ts', 'export const start = 1;');
    expect(findSharedNames([RUN, other])).toEqual([
      'several files of the server export start: features/runs/server/runs.ts, features/terminals/server/terminals.ts',
    ]);
  });

  it.each([
    ['exports it again', 'features/runs/server/index.ts', `export { start } from './runs.ts';`],
    ['imports it and exports it again', 'features/runs/server/index.ts', `import { start } from './runs.ts';\nexport { start };`],
    ['keeps it to itself', 'features/terminals/server/terminals.ts', 'function start() {}'],
    ['is of another side', 'features/runs/web/use-run.ts', 'export function start() {}'],
    ['is a test', 'features/runs/server/runs.test.ts', 'export function start() {}'],
  ])('accepts a file that %s', (_, path, source) => {
    expect(findSharedNames([RUN, read(path, source)])).toEqual([]);
  });

  it('lets each folder have its MESSAGES, in a file of that name only', () => {
    const messages = ['lessons', 'runs'].map((feature) => read(`features/${feature}/server/messages.ts`, 'export const MESSAGES = {};'));
    expect(findSharedNames(messages)).toEqual([]);
    expect(findSharedNames([...messages, read('features/runs/server/runs.ts', 'export const MESSAGES = {};')])).toEqual([]);
    const others = ['runs', 'sessions'].map((name) => read(`features/runs/server/${name}.ts`, 'export const MESSAGES = {};'));
    expect(findSharedNames(others)).toHaveLength(1);
  });
});
