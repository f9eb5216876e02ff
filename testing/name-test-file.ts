import { relative } from 'node:path';
import { beforeAll, expect } from 'vitest';

// A Vitest setup file: what a test file starts is counted under its name (testing/count-starts.mjs).

beforeAll(() => {
  process.env['TEST_FILE'] = relative(process.cwd(), expect.getState().testPath ?? '');
});
