import { describe, expect, it } from 'vitest';
import { nearTests } from './near-tests.ts';

const file = (path: string, ...files: string[]) => ({ path, files });
const many = Array.from({ length: 13 }, (_, index) => file(`platform/contract/other-${index}.test.ts`));
const files = [
  file('app/server/app.ts', 'features/screens/server/save.ts', 'features/runs/server/run.ts'),
  file('testing/server.ts', 'app/server/app.ts'),
  file('features/screens/server/save.ts', 'platform/contract/limits.ts'),
  file('features/screens/server/save.test.ts', 'testing/server.ts'),
  file('features/screens/server/trash/rows.ts'),
  file('features/runs/server/run.ts'),
  file('features/runs/server/run.test.ts', 'testing/server.ts'),
  file('features/runs/server/long.full.test.ts', 'features/runs/server/run.ts'),
  file('platform/contract/limits.ts'),
  file('platform/contract/limits.test.ts', 'platform/contract/limits.ts'),
  file('features/titles/web/title.ts', 'platform/contract/limits.ts'),
  file('features/titles/web/title.test.tsx', 'features/titles/web/title.ts'),
  ...many,
  file('app/server/edge.test.ts', 'testing/server.ts'),
  file('platform/contract/errors.ts'),
  file('features/lessons/server/trash.ts'),
  file('features/trash/server/trash.test.ts', 'testing/server.ts'),
  file('runner/src/r/results-r.test.ts'),
  file('platform/content/errors.test.ts', 'platform/contract/errors.ts'),
  file('platform/content/use-0.test.ts', 'platform/content/use-0.ts'),
  ...Array.from({ length: 12 }, (_, index) => file(`platform/content/use-${index}.ts`, 'platform/contract/errors.ts')),
];

describe('nearTests', () => {
  it.each([
    ['a test', ['features/runs/server/run.test.ts'], ['features/runs/server/run.test.ts']],
    ['a test that is gone', ['features/runs/server/gone.test.ts'], []],
    ['what the whole application imports', ['features/screens/server/save.ts'], ['features/screens/server/save.test.ts']],
    ['a folder without tests', ['features/screens/server/trash/rows.ts'], ['features/screens/server/save.test.ts']],
    [
      'a folder with very many tests, and importers with their tests',
      ['platform/contract/limits.ts'],
      ['features/screens/server/save.test.ts', 'features/titles/web/title.test.tsx', 'platform/contract/limits.test.ts'],
    ],
    ['a helper of all tests that start a server', ['app/server/app.ts'], ['app/server/edge.test.ts']],
    [
      'a file that is imported everywhere',
      ['platform/contract/errors.ts'],
      ['platform/content/errors.test.ts', 'platform/content/use-0.test.ts'],
    ],
    ['a file whose test is elsewhere', ['features/lessons/server/trash.ts'], ['features/trash/server/trash.test.ts']],
    ['a program inside of sandboxes', ['runner/languages/r/values.R'], ['runner/src/r/results-r.test.ts']],
    ['a file that is not TypeScript', ['features/runs/server/run.sql'], ['features/runs/server/run.test.ts']],
    ['a file in the root', ['package.json'], []],
    ['nothing', [], []],
  ])('%s', (_, changed, tests) => {
    expect(nearTests(changed, files)).toEqual(tests);
  });
});
