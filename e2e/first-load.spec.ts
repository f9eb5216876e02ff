import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, type Product, test } from './product.ts';

/** Limits for pages, in bytes of gzipped script. */
const FIRST_LOAD_MAX = 200_000;
/** For the typefaces of texts and code together, in bytes. */
const TYPEFACES_MAX = 120_000;
/** How late each reply of a slow server is. */
const LATE_MS = 200;
/** Layout shift of a page, as browsers measure it: less than a banner causes. */
const STILL = 0.004;

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
});

test('nothing moves on pages whose replies come late', async ({ product, page }) => {
  const paths = await pagesWithBanners(product);
  await page.addInitScript(() => {
    performance.mark('moved', { detail: 0 });
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value;
      performance.mark('moved', { detail: moved });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/api/**', async (route) => {
    await sleep(LATE_MS);
    await route.continue();
  });
  const moved: [string, number][] = [];
  for (const path of paths) {
    await page.goto(new URL(path, product.url).href);
    await page.waitForLoadState('networkidle');
    const shift = await page.evaluate(() => (performance.getEntriesByName('moved').at(-1) as PerformanceMark).detail as number);
    moved.push([path, shift]);
  }
  expect(moved.filter(([, shift]) => shift > STILL)).toEqual([]);
  // A later call may still wait.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** Addresses of pages where something above the content has a reply of its own. */
async function pagesWithBanners(product: Product): Promise<string[]> {
  const { client } = product;
  const release = await product.release('Slow');
  const screens = [{ title: 'A text' }, { title: 'Some code', type: 'code' as const }];
  const lesson = await product.lesson({ title: 'Slow', screens, release });
  const [text, code] = lesson.screenIds;
  const { email } = await client.getUser();
  await client.saveLesson({ params: { id: lesson.id }, body: { owner: email, stage: 'writing' } });
  await client.createComment({ params: { id: code ?? 0 }, body: { comment: 'Say why.', tags: ['Learn'], mandatory: true } });
  const [[course], [path], [dataset]] = await Promise.all([client.listCourses(), client.listPaths(), client.listDatasets()]);
  const into = (id = 0) => ({ params: { id, releaseId: release.id }, body: {} });
  const copies = { course: await client.copyCourse(into(course?.id)), path: await client.copyPath(into(path?.id)) };
  await expect.poll(async () => (await client.getLesson({ params: { id: lesson.id } })).commit_status?.state).toBe('pushed');
  await client.openPullRequest({ params: { id: release.id }, body: {} });
  return [
    '/',
    '/releases',
    `/lesson/${lesson.id}`,
    `/lesson/${lesson.id}/screen/${text}`,
    `/lesson/${lesson.id}/screen/${code}`,
    `/course/${copies.course.id}`,
    `/track/${copies.path.id}`,
    `/datasets/${dataset?.id}`,
    `/releases/${release.id}/pull`,
  ];
}

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
