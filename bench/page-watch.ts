import type { Browser, Page } from '@playwright/test';

/** Milliseconds between two keys: a fast typist. Work for one key may delay the next. */
const KEY_PAUSE_MS = 60;
const WARM_UP = 'warm up ';
const TYPED = 'a few more words to type '.repeat(4);

/**
 * Values that a page records: milliseconds from each key to the frame that shows it, when the pointer was pressed, and when what was
 * waited for was painted.
 */
interface WatchedWindow extends Window {
  keys?: number[];
  pressed?: number;
  shown?: number;
}

/** Records in every document of the page when an element is first painted. From outside it would be seen some frames later. */
export async function watchElement(page: Page, selector: string): Promise<void> {
  await page.addInitScript((sought) => {
    const look = (): void => {
      if (!document.querySelector(sought)) return void requestAnimationFrame(look);
      // Timers set in a frame run after it was painted.
      setTimeout(() => ((window as WatchedWindow).shown = performance.now()));
    };
    requestAnimationFrame(look);
  }, selector);
}

/** From the start of the navigation to the frame that shows the element of {@link watchElement}. */
export async function timeOpening(page: Page, address: string): Promise<number> {
  // Another document, so that an address that differs in its fragment alone is loaded as well.
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(() => (window as WatchedWindow).shown);
  return (await shown.jsonValue()) ?? Number.NaN;
}

/** The same in a new browser profile, without caches. */
export async function timeColdOpening(browser: Browser, address: string, selector: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await watchElement(page, selector);
    return await timeOpening(page, address);
  } finally {
    await context.close();
  }
}

/** From pressing the pointer on a link to the frame that shows an element. */
export async function timeClick(page: Page, link: string, selector: string): Promise<number> {
  await page.evaluate((sought) => {
    const look = (): void => {
      if (!document.querySelector(sought)) return void requestAnimationFrame(look);
      setTimeout(() => ((window as WatchedWindow).shown = performance.now()));
    };
    const note = ({ timeStamp }: Event): void => {
      (window as WatchedWindow).pressed = timeStamp;
      delete (window as WatchedWindow).shown;
      requestAnimationFrame(look);
    };
    addEventListener('pointerdown', note, { capture: true, once: true });
  }, selector);
  await page.locator(link).first().click();
  await page.waitForFunction(() => (window as WatchedWindow).shown);
  return page.evaluate(() => ((window as WatchedWindow).shown ?? Number.NaN) - ((window as WatchedWindow).pressed ?? Number.NaN));
}

/** Types at both ends of the focused document. Returns the time from each key to the frame that shows it. */
export async function typeWords(page: Page, keys: number): Promise<number[]> {
  await page.evaluate(() => {
    if ((window as WatchedWindow).keys) return;
    const durations: number[] = ((window as WatchedWindow).keys = []);
    const watch = ({ timeStamp }: KeyboardEvent): void => {
      // Timers set in a frame run after it was painted.
      requestAnimationFrame(() => setTimeout(() => durations.push(performance.now() - timeStamp)));
    };
    addEventListener('keydown', watch, { capture: true });
  });
  const take = () => page.evaluate(() => (window as WatchedWindow).keys?.splice(0) ?? []);
  const samples: number[] = [];
  for (const end of ['Home', 'End']) {
    await page.keyboard.press(`ControlOrMeta+${end}`);
    await page.keyboard.type(WARM_UP, { delay: KEY_PAUSE_MS });
    await take();
    await page.keyboard.type(TYPED.slice(0, keys), { delay: KEY_PAUSE_MS });
    samples.push(...(await take()));
  }
  return samples;
}
