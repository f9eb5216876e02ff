import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** Fallback locations: `npm test` sets the path of the browser that it found or installed. */
const USUAL_PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Launch options for this machine's Chromium, or for Playwright's own download if there is none. */
export function findBrowser(): LaunchOptions {
  const path = process.env['CHROMIUM_PATH'] ?? USUAL_PLACES.find(existsSync);
  return {
    ...(path === undefined ? {} : { executablePath: path }),
    // Root can't use Chromium's own sandbox.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  };
}
