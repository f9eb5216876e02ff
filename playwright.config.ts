import { defineConfig } from '@playwright/test';
import { findBrowser } from '#testing/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  // docs/decisions/0020-a-second-try.md
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser-tests.json' }]],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Recording costs as much as the test itself: the second try is recorded.
    trace: 'on-first-retry',
    launchOptions: findBrowser(),
  },
});
