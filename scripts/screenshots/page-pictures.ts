import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { EVERY_PAGE, setScene } from '#testing/every-page.ts';
import { OWNER, type RealServer } from '#testing/real-server.ts';
import { joinColleague } from './colleague.ts';

/** Not part of the repository: they are viewed and deleted. */
const FOLDER = 'test-results/pages';
const WIDTHS = [1440, 1024, 390];
const HEIGHT = 900;
/** Longer pages are cut here. */
const HEIGHT_MAX = 3000;
const SCHEMES = ['light', 'dark'] as const;

/** `npm run screenshots -- pages`: every page of the product at three widths, light and dark. */
export async function takePagePictures(browser: Browser, server: RealServer): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const owner = await server.setUpOwner();
  const scene = await setScene({ url: server.url, owner, colleague: await joinColleague(server, owner), number: 900 });
  const signedIn = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' });
  const { email, password } = OWNER;
  const reply = await signedIn.request.post(`${server.url}/api/login/password`, { data: { email, password } });
  if (!reply.ok()) throw new Error(`Signing in failed: ${await reply.text()}`);
  const author = await signedIn.newPage();
  const visitor = await (await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' })).newPage();
  for (const { name, path, shows, isForVisitors } of EVERY_PAGE) {
    const page = isForVisitors ? visitor : author;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      // A fragment alone would not load the page again.
      await page.goto('about:blank');
      await page.goto(new URL(path(scene), server.url).href);
      await shows(page)
        .waitFor()
        .catch(() => console.log(`${name} at ${width} px does not show what it should.`));
      await page.waitForLoadState('networkidle');
      await growToContent(page, width);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        // The page follows the system a moment later, then repaints.
        await page.waitForFunction((mode) => {
          const followed = document.documentElement.dataset['mantineColorScheme'];
          return followed === undefined || followed === mode;
        }, colorScheme);
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        await page.screenshot({ path: join(FOLDER, `${name}-${width}-${colorScheme}.png`), animations: 'disabled' });
      }
    }
    console.log(name);
  }
}

/** Pages scroll inside of the window: it becomes as high as what is in it. */
async function growToContent(page: Page, width: number): Promise<void> {
  const hidden = await page.evaluate(() => {
    const scrollers = [document.documentElement, ...document.querySelectorAll('main')];
    return Math.max(...scrollers.map((each) => each.scrollHeight - each.clientHeight));
  });
  if (hidden > 0) await page.setViewportSize({ width, height: Math.min(HEIGHT + hidden, HEIGHT_MAX) });
}
