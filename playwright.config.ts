import { defineConfig } from '@playwright/test';
import { findBrowser } from '#testing/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  // Each worker has a product of its own (e2e/product.ts). Beside the other suites, one is what two cores can carry.
  workers: Number(process.env['BROWSER_WORKERS'] ?? 1),
  forbidOnly: true,
  // docs/decisions/0020-a-second-try.md
  retries: 1,
  // Generous: other suites run beside these on the same two cores, and a limit only says when to give up.
  timeout: 360_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser-tests.json' }]],
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // What moves only to please takes time of the machine, and of every click that waits for it to stand still.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording costs as much as the test itself: the second try is recorded.
    trace: 'on-first-retry',
    launchOptions: findBrowser(),
  },
});
