import { defineConfig } from '@playwright/test';
import { findBrowser } from '#testing/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  // Each worker has its own product (e2e/product.ts). Beside the other suites, one is what two cores can carry.
  workers: Number(process.env['BROWSER_WORKERS'] ?? 1),
  forbidOnly: true,
  // docs/decisions/0020-a-second-try.md
  retries: 0,
  // Ten times what the longest takes on a slow machine: a limit only ends what hangs.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: 'list',
  use: {
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // What moves only to please takes time of the machine, and of every click that waits for it to stand still.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording costs as much as the test itself. `--trace on` records a test that is run alone.
    trace: 'off',
    launchOptions: findBrowser(),
  },
});
