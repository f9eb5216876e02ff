import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const always = ['**/node_modules/**', '**/dist/**', '**/data/**'];
/** Too long for every commit: run by `npm run test:all` only. */
const FULL = '**/*.full.test.ts';
const exclude = [...always, FULL];

/** Ends what hangs: ten times what the longest test takes on a slow machine, in milliseconds. */
const LIMIT = 900_000;
/** `expect.poll` gives up after a second by default. */
const LOOKING = { poll: { timeout: 300_000 } };

/** A page of jsdom takes longer to make than most tests take: those that need one say so by their name, as components do by theirs. */
const WITH_PAGE = '**/web/**/*.dom.test.ts';
const WEB = ['platform/web', 'features/*/web', 'app/web'];
const SERVER = ['platform/server', 'features/*/server', 'app/server', 'app/cli'];

const below = (folders: readonly string[], files: string): string[] => folders.map((folder) => `${folder}/${files}`);

/**
 * `unit` is pure and quick; `integration` starts real databases, git repositories and servers; `runner` starts sandboxes; `web` is
 * pure and quick as well; `components` has a page of jsdom.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // What still runs after this was left behind by a test: the run fails.
    teardownTimeout: 10_000,
    dangerouslyIgnoreUnhandledErrors: false,
    passWithNoTests: false,
    // No test has a second try: one that needs it is a fault of the test or of the product.
    retry: 0,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{platform,features,app,scripts,docs,deploy,bench}/**/*.test.ts'],
          exclude: [...exclude, ...below([...WEB, ...SERVER], '**')],
          environment: 'node',
          // They are pure: a new start for each file would take longer than the tests.
          isolate: false,
          testTimeout: LIMIT,
          hookTimeout: LIMIT,
          expect: LOOKING,
        },
      },
      {
        test: {
          name: 'integration',
          include: [...below(SERVER, '**/*.test.ts'), 'testing/**/*.test.ts'],
          exclude,
          environment: 'node',
          pool: 'forks',
          // The whole server is imported once per worker and not once per file, by Node itself, as the product is.
          // testing/no-leaks.ts finds what a file leaves behind for the next.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          globalSetup: ['testing/database-setup.ts', 'runner/testing/shared-folder.ts'],
          setupFiles: ['testing/name-test-file.ts', 'testing/own-home.ts', 'testing/no-leaks.ts'],
          testTimeout: LIMIT,
          hookTimeout: LIMIT,
          expect: LOOKING,
        },
      },
      {
        test: {
          name: 'runner',
          include: ['runner/**/*.test.ts'],
          exclude,
          environment: 'node',
          pool: 'forks',
          // Files share the runners that are started in their process (runner/testing/matrix.ts).
          isolate: false,
          globalSetup: ['runner/testing/shared-folder.ts'],
          setupFiles: ['testing/name-test-file.ts'],
          testTimeout: LIMIT,
          hookTimeout: LIMIT,
          expect: LOOKING,
        },
      },
      {
        test: {
          name: 'full',
          include: [FULL],
          exclude: always,
          environment: 'node',
          pool: 'forks',
          globalSetup: ['testing/database-setup.ts', 'runner/testing/shared-folder.ts'],
          setupFiles: ['testing/name-test-file.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 600_000,
          expect: LOOKING,
        },
      },
      {
        test: {
          name: 'web',
          include: below(WEB, '**/*.test.ts'),
          exclude: [...exclude, WITH_PAGE],
          environment: 'node',
          isolate: false,
          testTimeout: LIMIT,
          hookTimeout: LIMIT,
          expect: LOOKING,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'components',
          include: [...below(WEB, '**/*.test.tsx'), WITH_PAGE],
          exclude,
          environment: 'jsdom',
          // One page, one React and one Mantine per worker; testing/browser-parts.ts gives each file its own modules of ours.
          pool: 'threads',
          isolate: false,
          setupFiles: ['testing/browser-parts.ts'],
          testTimeout: LIMIT,
          hookTimeout: LIMIT,
          expect: LOOKING,
        },
      },
    ],
  },
});
