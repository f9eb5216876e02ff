import { describe, expect, it } from 'vitest';
import { nearTests } from './near-tests.ts';

const file = (path: string, ...files: string[]) => ({ path, files });
const many = Array.from({ length: 13 }, (_, index) => file(`contract/src/other-${index}.test.ts`));
const files = [
  file('app/server/app.ts', 'server/src/screens/save.ts', 'server/src/runs/run.ts'),
  file('testing/server.ts', 'app/server/app.ts'),
  file('server/src/screens/save.ts', 'platform/contract/limits.ts'),
  file('server/src/screens/save.test.ts', 'testing/server.ts'),
  file('server/src/screens/trash/rows.ts'),
  file('server/src/runs/run.ts'),
  file('server/src/runs/run.test.ts', 'testing/server.ts'),
  file('server/src/runs/long.full.test.ts', 'server/src/runs/run.ts'),
  file('platform/contract/limits.ts'),
  file('contract/src/limits.test.ts', 'platform/contract/limits.ts'),
  file('web/src/title.ts', 'platform/contract/limits.ts'),
  file('web/src/title.test.tsx', 'web/src/title.ts'),
  ...many,
  file('server/src/edge.test.ts', 'testing/server.ts'),
  file('platform/contract/errors.ts'),
  file('features/lessons/server/trash.ts'),
  file('features/trash/server/trash.test.ts', 'testing/server.ts'),
  file('runner/src/r/results-r.test.ts'),
  file('content/src/errors.test.ts', 'platform/contract/errors.ts'),
  file('content/src/use-0.test.ts', 'content/src/use-0.ts'),
  ...Array.from({ length: 12 }, (_, index) => file(`content/src/use-${index}.ts`, 'platform/contract/errors.ts')),
];

describe('nearTests', () => {
  it.each([
    ['a test', ['server/src/runs/run.test.ts'], ['server/src/runs/run.test.ts']],
    ['a test that is gone', ['server/src/runs/gone.test.ts'], []],
    ['what the whole application imports', ['server/src/screens/save.ts'], ['server/src/screens/save.test.ts']],
    ['a folder without tests', ['server/src/screens/trash/rows.ts'], ['server/src/screens/save.test.ts']],
    [
      'a folder with very many tests, and importers with their tests',
      ['platform/contract/limits.ts'],
      ['contract/src/limits.test.ts', 'server/src/screens/save.test.ts', 'web/src/title.test.tsx'],
    ],
    ['a helper of all tests that start a server', ['app/server/app.ts'], ['server/src/edge.test.ts']],
    ['a file that is imported everywhere', ['platform/contract/errors.ts'], ['content/src/errors.test.ts', 'content/src/use-0.test.ts']],
    ['a file whose test is elsewhere', ['features/lessons/server/trash.ts'], ['features/trash/server/trash.test.ts']],
    ['a program inside of sandboxes', ['runner/languages/r/values.R'], ['runner/src/r/results-r.test.ts']],
    ['a file that is not TypeScript', ['server/src/runs/run.sql'], ['server/src/runs/run.test.ts']],
    ['a file in the root', ['package.json'], []],
    ['nothing', [], []],
  ])('%s', (_, changed, tests) => {
    expect(nearTests(changed, files)).toEqual(tests);
  });
});
