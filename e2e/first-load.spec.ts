import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';

/** Limits for pages, in bytes of gzipped script. */
const FIRST_LOAD_MAX = 200_000;
/** For the typefaces of texts and code together, in bytes. */
const TYPEFACES_MAX = 120_000;
/** How much later than the rows a slow server answers with what stands above them. */
const LATE_MS = 300;

test('the first page is less than 200 kB of script', async ({ product, page }) => {
  const scripts = await loadScripts(page, product.url);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)).toBeLessThan(FIRST_LOAD_MAX);
});

test('the typefaces are at most 120 kB, and nothing moves when they arrive', async ({ product, page }) => {
  await product.lesson({ title: 'Saved last', screens: [{ title: 'Where to continue' }] });
  let arrive = (): void => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/*.woff2', async (route) => {
    await arrival;
    await route.continue();
  });
  // What stands above the rows comes after them.
  const lessons = page.waitForResponse('**/api/lessons/columns*');
  await page.route('**/api/screens/recent', async (route) => {
    await (await lessons).finished();
    await sleep(LATE_MS);
    await route.continue();
  });
  await page.goto(product.url, { waitUntil: 'commit' });
  await expect(page.getByRole('grid', { name: 'Lessons' }).getByRole('row').nth(1)).toBeVisible();
  const before = await heightsOf(page);
  arrive();
  const [size, isShown] = await page.evaluate(async () => {
    await document.fonts.ready;
    const faces = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map((rule) => ({ rule, sheet })))
      .flatMap(({ rule, sheet }) => (rule instanceof CSSFontFaceRule ? [{ rule, base: sheet.href ?? location.href }] : []))
      .filter(({ rule }) => !rule.style.getPropertyValue('font-family').includes('Math'));
    const files = faces.flatMap(({ rule, base }) => {
      const [, file] = /url\("?([^")]+)/.exec(rule.style.getPropertyValue('src')) ?? [];
      return file === undefined ? [] : [new URL(file, base).href];
    });
    const sizes = await Promise.all(files.map(async (file) => (await (await fetch(file)).arrayBuffer()).byteLength));
    return [
      sizes.reduce((sum, each) => sum + each, 0),
      [...document.fonts].some(({ status, family }) => status === 'loaded' && family.includes('Atkinson')),
    ];
  });
  expect(isShown).toBe(true);
  expect(size).toBeGreaterThan(TYPEFACES_MAX / 2);
  expect(size).toBeLessThanOrEqual(TYPEFACES_MAX);
  await expect(page.getByRole('navigation', { name: 'Continue where you left off' })).toBeVisible();
  expect(await heightsOf(page)).toEqual(before);
  // A later call may still wait.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** From top to bottom, where what has a line of text is and how high it is. */
function heightsOf(page: Page): Promise<number[][]> {
  return page.locator('h1, h2, button, input, [role="row"]').evaluateAll((elements) =>
    elements.map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return [Math.round(top), Math.round(height)];
    }),
  );
}

async function loadScripts(page: Page, url: string): Promise<Buffer[]> {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await page.goto(url);
  await expect(page.getByRole('grid', { name: 'Lessons' })).toBeVisible();
  return Promise.all(bodies);
}
