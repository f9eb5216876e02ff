import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import type { RealServer } from '#testing/real-server.ts';
import { signedInPage } from './browser.ts';

/** Longer than the pause for which the search waits while someone types. */
const PAUSE_MS = 300;

interface WatchedWindow extends Window {
  painted?: Promise<number>;
}

/** Runs in the page, before the key: when are the results of the next key painted? */
function watchNextKey(): void {
  (window as WatchedWindow).painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('No results after a key.')), 20_000);
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        let wasOutdated = false;
        const observer = new MutationObserver(() => {
          const isOutdated = document.querySelector('main [data-outdated]') !== null;
          if (isOutdated || !wasOutdated) {
            wasOutdated ||= isOutdated;
            return;
          }
          observer.disconnect();
          // Timers set in a frame run after it was painted.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-outdated'] });
      },
      { once: true, capture: true },
    );
  });
}

/** From the last key of each word in the box of the search to the frame with its first results. */
export async function measureSearchPage(browser: Browser, server: RealServer, words: readonly string[]): Promise<number[]> {
  const page: Page = await signedInPage(browser, server);
  await page.goto(`${server.url}/search`);
  const box = page.getByLabel('Search for', { exact: true });
  const samples: number[] = [];
  for (const word of words) {
    await box.fill(word.slice(0, -1));
    // The search begins after a pause, and until then the page shows the results of the word before.
    await sleep(PAUSE_MS);
    await page.waitForFunction(() => document.querySelector('main [data-outdated]') === null);
    await page.waitForLoadState('networkidle');
    await box.press('End');
    await page.evaluate(watchNextKey);
    await page.keyboard.type(word.slice(-1));
    samples.push(await page.evaluate(() => (window as WatchedWindow).painted ?? Number.NaN));
  }
  await page.context().close();
  return samples;
}
