import type { Browser, Page } from '@playwright/test';
import { OWNER, type RealServer } from '#testing/real-server.ts';
import type { Samples } from './measure.ts';

/** Each of these changes what the list finds, so that each has rows to wait for. */
const KEYS = ['1', '2', '3', '4', 'Backspace', 'Backspace', 'Backspace', 'Backspace'] as const;
const LOADS = 7;
const ROUNDS = 4;

export interface PageSamples {
  /** From the start of the navigation to the first row, with warm caches. */
  readonly load: Samples;
  /** From a key in the search box to the frame that shows its rows. */
  readonly keystroke: Samples;
}

/** Runs in the page: tells when the next key has been painted, and the rows with it where there are any. */
function nextPaint(): Promise<number> {
  return new Promise((resolve) => {
    const afterPaint = (start: number): void => {
      // What is waited for in a frame comes behind its painting.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    };
    const onKey = (event: KeyboardEvent): void => {
      const found = document.querySelector('main [role=status]');
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

async function measureKeys(page: Page, rounds: number): Promise<Samples> {
  const samples: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const key of KEYS) {
      const painted = page.evaluate(nextPaint);
      await page.keyboard.press(key);
      const duration = await painted;
      // The first round warms up.
      if (round > 0) samples.push(duration);
    }
  }
  return samples.toSorted((a, b) => a - b);
}

async function signedInPage(browser: Browser, server: RealServer): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.request.post(`${server.url}/api/login/password`, { data: { email: OWNER.email, password: OWNER.password } });
  return context.newPage();
}

/** The lessons list in a real browser. */
export async function measureLessonsPage(browser: Browser, server: RealServer): Promise<PageSamples> {
  const page = await signedInPage(browser, server);
  const row = page.locator('[role=row] a[href^="/lesson/"], tbody a[href^="/lesson/"]').first();
  const loads: number[] = [];
  for (let round = 0; round <= LOADS; round += 1) {
    await page.goto(server.url, { waitUntil: 'commit' });
    await row.waitFor();
    if (round > 0) loads.push(await page.evaluate(() => performance.now()));
  }
  await page.getByLabel('Search lessons').focus();
  const keystroke = await measureKeys(page, ROUNDS);
  await page.context().close();
  return { load: loads.toSorted((a, b) => a - b), keystroke };
}

/** The least that a keystroke can take: one input on an empty page. */
export async function measurePlainInput(browser: Browser): Promise<Samples> {
  const page = await browser.newPage();
  await page.setContent('<!doctype html><input>');
  await page.locator('input').focus();
  const samples = await measureKeys(page, ROUNDS);
  await page.close();
  return samples;
}
