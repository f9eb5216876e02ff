import { DIALOG, expectAccessible } from './accessible.ts';
import { openPalette, saveScreen, typeAtEnd } from './author.ts';
import { expect, test } from './product.ts';

test('the palette finds screens of other lessons, lists those of this lesson once, and gives the focus back', async ({ product, page }) => {
  const word = `Vernal${product.number()}`;
  const lesson = await product.lesson({ title: 'Seasons', screens: [{ title: `${word} equinox` }, { title: 'Solstice' }] });
  const other = await product.lesson({ title: 'Elsewhere', screens: [{ title: 'Empty so far' }] });
  await page.goto(other.screenUrl);
  const learn = page.getByRole('textbox', { name: 'Learn', exact: true });
  // Typed, so that the caret is in the editor itself and not in its placeholder.
  await typeAtEnd(page, 'Learn', 'Written.');
  await expect(learn).toContainText('Written.');
  await saveScreen(page);
  const palette = await openPalette(page);
  await page.keyboard.type('empty so far');
  await expect(palette.getByRole('button', { name: '1. Empty so far' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(learn).toBeFocused();

  await openPalette(page);
  await page.keyboard.type(`${word} equi`);
  await palette.getByRole('button', { name: `${word} equinox` }).click();
  await expect(page).toHaveURL(lesson.screenUrl);
});

test('? lists the shortcuts of the page, except while one writes', async ({ product, page }) => {
  await page.goto(product.url);
  await page.getByLabel('Search lessons').fill('');
  await page.keyboard.type('?');
  await expect(page.getByLabel('Search lessons')).toHaveValue('?');
  await page.getByRole('heading', { name: 'Lessons', level: 1 }).click();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.getByRole('row', { name: 'New lesson Alt N' })).toBeVisible();
  await expect(dialog.getByRole('row', { name: 'Search and commands Ctrl K' })).toBeVisible();
  await expectAccessible(page, 'the shortcuts', { within: DIALOG });
  await dialog.getByRole('link', { name: 'See all keys in the guide' }).click();
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts', level: 1 })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(dialog).toBeVisible();

  // People who dictate turn the keys without Ctrl or Alt off; the browser remembers it.
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
  await expect(dialog.getByRole('row', { name: 'Keyboard shortcuts ?' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  const title = page.getByRole('heading', { name: 'Keyboard shortcuts', level: 1 });
  await title.click();
  await page.keyboard.press('?');
  await openPalette(page);
  await expect(dialog).toHaveCount(0);
});
