import type { Browser, Page } from '@playwright/test';
import { OWNER, type RealServer } from '#testing/real-server.ts';
import type { Samples } from './measure.ts';

/** Each of these changes the results, so that each has rows to wait for. */
const KEYS = ['1', '2', '3', '4', 'Backspace', 'Backspace', 'Backspace', 'Backspace'] as const;
const LOADS = 7;
const ROUNDS = 4;

/** Values that the page records between two calls: when the next key has been painted, and when its rows have. */
interface WatchedWindow extends Window {
  painted?: Promise<number>;
}

/** What to wait for after a key: the letter in the box, or the matching rows. */
type WaitTarget = 'letter' | 'rows';

/** Runs in the page, before the key. */
function watchNextKey(target: WaitTarget): void {
  (window as WatchedWindow).painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('No row changed on a key.')), 10_000);
    // Timers set in a frame run after it was painted.
    const afterPaint = (start: number): void => {
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    };
    const onKey = (event: KeyboardEvent): void => {
      const found = target === 'rows' ? document.querySelector('main [role=status]') : null;
      if (!found) return afterPaint(event.timeStamp);
      const observer = new MutationObserver(() => {
        observer.disconnect();
        afterPaint(event.timeStamp);
      });
      observer.observe(found, { childList: true, characterData: true, subtree: true });
    };
    addEventListener('keydown', onKey, { once: true, capture: true });
  });
}

async function measureKeys(page: Page, rounds: number, target: WaitTarget = 'letter'): Promise<Samples> {
  const samples: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const key of KEYS) {
      await page.evaluate(watchNextKey, target);
      await page.keyboard.press(key);
      const duration = await page.evaluate(() => (window as WatchedWindow).painted ?? Number.NaN);
      // The first round warms up.
      if (round > 0) samples.push(duration);
    }
  }
  return samples.toSorted((a, b) => a - b);
}

/** A page of the owner, in its own browser profile. */
export async function signedInPage(browser: Browser, server: RealServer): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.request.post(`${server.url}/api/login/password`, { data: { email: OWNER.email, password: OWNER.password } });
  return context.newPage();
}

/** From the start of the navigation to the first row of the lessons list, with warm caches. */
export async function measureLoad(browser: Browser, server: RealServer): Promise<Samples> {
  const page = await signedInPage(browser, server);
  const loads: number[] = [];
  for (let round = 0; round <= LOADS; round += 1) {
    await openLessons(page, server);
    if (round > 0) loads.push(await page.evaluate(() => performance.now()));
  }
  await page.context().close();
  return loads.toSorted((a, b) => a - b);
}

/** From a key in the search box to the frame that shows it, or its rows. Needs enough lessons for each key to change the results. */
export async function measureSearch(browser: Browser, server: RealServer): Promise<Record<WaitTarget, Samples>> {
  const page = await signedInPage(browser, server);
  await openLessons(page, server);
  await page.getByLabel('Search lessons').focus();
  const rows = await measureKeys(page, ROUNDS, 'rows');
  const letter = await measureKeys(page, ROUNDS, 'letter');
  await page.context().close();
  return { letter, rows };
}

async function openLessons(page: Page, server: RealServer): Promise<void> {
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.getByRole('row').getByRole('link').first().waitFor();
}

/** The minimum time of a keystroke: one input on an empty page. */
export async function measurePlainInput(browser: Browser): Promise<Samples> {
  const page = await browser.newPage();
  await page.setContent('<!doctype html><input>');
  await page.locator('input').focus();
  const samples = await measureKeys(page, ROUNDS);
  await page.close();
  return samples;
}
