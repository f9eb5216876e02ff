import type { Locator } from '@playwright/test';
import { expectAccessible, expectAccessibleNarrow } from './accessible.ts';
import { editor, openPalette, typeAtEnd } from './author.ts';
import { expectWholeInPrint } from './layout.ts';
import { expect, test } from './product.ts';

test('the guide opens from the menu and leads from page to page', async ({ product, page }) => {
  await page.goto(product.url);
  await page.getByRole('button', { name: /account and theme$/ }).click();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { name: 'Guide', level: 1 })).toBeVisible();

  const list = page.getByRole('navigation', { name: 'Guide' });
  await list.getByRole('link', { name: 'Your first lesson' }).click();
  await expect(page.getByRole('heading', { name: 'Your first lesson', level: 1 })).toBeVisible();
  const picture = page.getByRole('img', { name: 'The lessons list, with the form for a new lesson above it' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  // A link within the text leads on without loading the product again.
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await page.getByRole('link', { name: 'Checks', exact: true }).last().click();
  await expect(page).toHaveURL(`${product.url}/help/checks`);
  await expect(page.getByRole('heading', { name: 'Checks', level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);

  await expectWholeInPrint(page, 'a page of the guide');

  await list.getByRole('textbox', { name: 'Search the guide' }).fill('crontab');
  await expect(list.getByRole('link')).toHaveText(['Backup and restore']);
  await page.setViewportSize({ width: 390, height: 800 });
  await list.getByRole('link', { name: 'Backup and restore' }).click();
  await expect(page.getByRole('heading', { name: 'Backup and restore', level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessibleNarrow(page, 'a page of the guide');
});

test('F1 opens help beside the work, which goes on', async ({ product, page }) => {
  const lesson = await product.lesson({ title: 'Beside', screens: [{ title: 'Read' }] });
  await page.goto(lesson.screenUrl);
  const learn = editor(page, 'Learn');
  await learn.click();
  await page.keyboard.press('F1');
  const help = page.getByRole('complementary', { name: 'Help: Screens and the editor' });
  await expect(help).toBeFocused();
  await expect(help.getByRole('heading', { name: 'Screens and the editor' })).toBeVisible();
  const box = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, width: 0 };
  const { x, width } = await box(page.getByRole('main', { name: 'Screen' }));
  expect(x + width).toBeLessThanOrEqual((await box(help)).x + 1);
  await expectAccessible(page, 'help beside a screen');

  await help.getByRole('link', { name: 'judges submissions' }).click();
  await expect(page.getByRole('complementary', { name: 'Help: Custom checks' })).toBeVisible();
  expect(page.url()).toBe(lesson.screenUrl);
  await typeAtEnd(page, 'Learn', 'Still here.');
  await expect(learn).toHaveText('Still here.');
  await page.keyboard.press('F1');
  await expect(page.getByRole('complementary', { name: /^Help/ })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.keyboard.press('F1');
  await expectAccessibleNarrow(page, 'help on a phone');
  await page.keyboard.press('Escape');
  await expect(learn).toBeFocused();
});

test('the palette finds the guide, and an address without a page says so', async ({ product, page }) => {
  await page.goto(product.url);
  await page.getByRole('grid', { name: 'Lessons' }).waitFor();
  await openPalette(page);
  await page.keyboard.type('manual');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect(page).toHaveURL(`${product.url}/help`);
  await expect(page.getByRole('link', { name: 'Setting up' }).first()).toBeVisible();
  await page.goto(`${product.url}/help/no-such-page`);
  await expect(page.getByRole('link', { name: 'Go to lessons' })).toBeVisible();
});
