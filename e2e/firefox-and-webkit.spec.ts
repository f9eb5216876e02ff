import { writeFile } from 'node:fs/promises';
import { OWNER } from '#testing/real-server.ts';
import { JOURNEYS } from './journeys.ts';
import { expect, test } from './product.ts';
import { hasPyPI } from './real-applications.ts';
import { BrowserPage } from './webdriver/browser-page.ts';
import type { Driver } from './webdriver/driver.ts';
import { startFirefox } from './webdriver/firefox.ts';
import { startWebKit } from './webdriver/webkit.ts';

// The main ways in the browsers that Playwright can't drive as Debian ships them (docs/decisions/0149-firefox-and-webkit.md).

test.use({ packageSource: 'PyPI' });

const BROWSERS = { Firefox: startFirefox, WebKit: startWebKit };

/** Signs the owner in without the popup. */
async function signIn(page: BrowserPage, url: string): Promise<void> {
  await page.open(`${url}/icon.svg`);
  const logIn = async (email: string, password: string) => {
    // The ways of an author are tested with the preview beside the source.
    localStorage.setItem('lessonwright.markdown-view', '"split"');
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch('/api/login/password', { method: 'POST', headers, body: JSON.stringify({ email, password }) });
    return reply.status;
  };
  expect(await page.run(logIn, OWNER.email, OWNER.password)).toBe(200);
}

for (const [name, start] of Object.entries(BROWSERS)) {
  test.describe(`in ${name}`, () => {
    let driver: Driver;
    let page: BrowserPage;
    test.beforeAll(async () => {
      driver = await start();
      page = new BrowserPage(driver);
    });
    test.afterAll(() => driver?.end());
    test.afterEach(async () => {
      const info = test.info();
      if (info.status !== info.expectedStatus) await writeFile(info.outputPath('screenshot.png'), await page.screenshot());
    });

    for (const journey of JOURNEYS.filter(({ only = name }) => only === name)) {
      test(`an author ${journey.name} @full`, async ({ product }) => {
        if (journey.timeLimitMs !== undefined) {
          test.skip(!(await hasPyPI()), 'PyPI cannot be reached');
          test.setTimeout(journey.timeLimitMs);
        }
        await signIn(page, product.url);
        await journey.go(page, product);
        expect(driver.violations.splice(0), 'what the security policy of the pages forbids').toEqual([]);
      });
    }
  });
}
