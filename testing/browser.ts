import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** Looked at when nobody names one: `npm test` names the browser that it found or brought. */
const USUAL_PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** How to start the Chromium of this machine; without one there, Playwright's own download. */
export function findBrowser(): LaunchOptions {
  const path = process.env['CHROMIUM_PATH'] ?? USUAL_PLACES.find(existsSync);
  return {
    ...(path === undefined ? {} : { executablePath: path }),
    // Chromium's own sandbox cannot be used by root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  };
}
