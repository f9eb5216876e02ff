import type { Browser, Page } from '@playwright/test';
import type { RealServer } from '#testing/real-server.ts';
import { signedInPage, withBrowser } from './browser.ts';
import { measureListCalls } from './calls.ts';
import { insertManyLessons } from './many-lessons.ts';
import { sorted, type Samples } from './measure.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

/** Each of these changes the results, so that each has rows to wait for. */
const KEYS = ['1', '2', '3', '4', 'Backspace', 'Backspace', 'Backspace', 'Backspace'] as const;
const LOADS = 9;
const ROUNDS = 4;
/** Lesson numbers; each has three versions. */
const NUMBERS = 10_000;
/** The least with which every key of {@link KEYS} changes the results. */
const FEWEST = 1_300;

/** The lessons list and its search with many lessons. */
export async function measureLessonsPage({ server, client, sizes }: Bench): Promise<Line[]> {
  const numbers = sizes.of(NUMBERS, FEWEST);
  return withBrowser(async (browser) => {
    const few = await measureLoad(browser, server, sizes);
    await server.stop();
    await insertManyLessons(server.dataFolder, numbers);
    await server.start();
    const many = await measureLoad(browser, server, sizes);
    const search = await measureSearch(browser, server, sizes);
    const rows = `${numbers.toLocaleString('en')} lessons × 3`;
    const goal = { of: 'median', most: 33 } as const;
    const key = { against: 'a keystroke in a bare input', baseline: search.bare };
    return [
      {
        what: `lessons page, ${rows}: time to rows, warm caches`,
        samples: many,
        against: 'the same page with the sample lessons',
        baseline: few,
        goal: { of: 'median', most: 300 },
      },
      { what: `lessons page, ${rows}: search keystroke to its letter`, samples: search.letter, ...key, goal },
      { what: `lessons page, ${rows}: search keystroke to its rows`, samples: search.rows, ...key },
      ...(await measureListCalls(client, sizes)),
    ];
  });
}

/** Values that the page records between two calls: when the next key has been painted, and when its rows have. */
interface WatchedWindow extends Window {
  painted?: Promise<number>;
}

/** What to wait for after a key: the letter in the box, or the matching rows. */
type WaitTarget = 'letter' | 'rows';

/** Runs in the page, before the key. The number of found lessons is rendered together with the rows. */
function watchNextKey(target: WaitTarget): void {
  (window as WatchedWindow).painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('No row changed on a key.')), 10_000);
    // Timers set in a frame run after it was painted.
    const afterPaint = (start: number): void => {
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    };
    const count = (): string | undefined => [...document.querySelectorAll('main [role=status]')].at(-1)?.textContent;
    const onKey = (event: KeyboardEvent): void => {
      if (target === 'letter') return afterPaint(event.timeStamp);
      const before = count();
      const observer = new MutationObserver(() => {
        if (count() === before) return;
        observer.disconnect();
        afterPaint(event.timeStamp);
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    };
    addEventListener('keydown', onKey, { once: true, capture: true });
  });
}

async function pressKeys(page: Page, target: WaitTarget): Promise<number[]> {
  const samples: number[] = [];
  for (const key of KEYS) {
    await page.evaluate(watchNextKey, target);
    await page.keyboard.press(key);
    samples.push(await page.evaluate(() => (window as WatchedWindow).painted ?? Number.NaN));
  }
  return samples;
}

/** From the start of the navigation to the first row of the lessons list, with warm caches. */
async function measureLoad(browser: Browser, server: RealServer, sizes: Sizes): Promise<Samples> {
  const page = await signedInPage(browser, server);
  const loads: number[] = [];
  for (let round = 0; round <= sizes.times(LOADS); round += 1) {
    await openLessons(page, server);
    if (round > 0) loads.push(await page.evaluate(() => performance.now()));
  }
  await page.context().close();
  return sorted(loads);
}

/** From a key in the search box to the frame that shows it, or its rows, in turn with the minimum: one input on an empty page. */
async function measureSearch(browser: Browser, server: RealServer, sizes: Sizes): Promise<Record<WaitTarget | 'bare', Samples>> {
  const page = await signedInPage(browser, server);
  await openLessons(page, server);
  await page.getByLabel('Search lessons').focus();
  const bare = await openBareInput(browser);
  const samples: Record<WaitTarget | 'bare', number[]> = { letter: [], rows: [], bare: [] };
  // The first round warms up.
  for (let round = 0; round <= sizes.times(ROUNDS); round += 1) {
    const [rows, letter, plain] = [await pressKeys(page, 'rows'), await pressKeys(page, 'letter'), await pressKeys(bare, 'letter')];
    if (round === 0) continue;
    samples.rows.push(...rows);
    samples.letter.push(...letter);
    samples.bare.push(...plain);
  }
  await page.context().close();
  await bare.context().close();
  return { letter: sorted(samples.letter), rows: sorted(samples.rows), bare: sorted(samples.bare) };
}

async function openLessons(page: Page, server: RealServer): Promise<void> {
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.getByRole('row').getByRole('link').first().waitFor();
}

async function openBareInput(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.setContent('<!doctype html><input>');
  await page.locator('input').focus();
  return page;
}
