import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** Fallback locations: `npm test` sets the path of the browser that it found or installed. */
const USUAL_PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Launch options for this machine's Chromium, or for Playwright's own download if there is none. */
export function findBrowser(): LaunchOptions {
  const path = process.env['CHROMIUM_PATH'] ?? USUAL_PLACES.find(existsSync);
  return {
    ...(path === undefined ? {} : { executablePath: path }),
    args: [
      // The pages of a profile share a process, and what it compiled, even after the first of them is closed.
      '--process-per-site',
      // Root can't use Chromium's own sandbox.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  };
}
