import type { Locator, Page } from '@playwright/test';
import { editor, expectSaveState, openPalette } from './author.ts';
import { expect, test } from './product.ts';

// Nothing here uses the mouse, or sets the focus except by keys.

const SELECT_ALL = 'ControlOrMeta+a';
/** More than any page has focusable elements. */
const STEPS_MAX = 150;

/** Presses a key until the element has the focus. */
async function reach(page: Page, place: Locator, key = 'Tab'): Promise<void> {
  await expect(place).toBeVisible();
  for (let step = 0; step < STEPS_MAX; step++) {
    if (await place.evaluate((element) => element === document.activeElement)) return;
    // The way out of an editor, which handles Tab itself.
    if (key.endsWith('Tab') && (await page.evaluate(() => document.activeElement?.closest('.cm-editor') !== null))) {
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press(key);
  }
  throw new Error(`The focus never came to ${place.toString()}.`);
}

async function press(page: Page, button: Locator, way = 'Tab'): Promise<void> {
  await reach(page, button, way);
  await page.keyboard.press('Enter');
}

async function fill(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field);
  await page.keyboard.press(SELECT_ALL);
  await page.keyboard.insertText(text);
}

/** Moves the highlight of a list to an option. It appears a moment after the list. */
async function highlight(page: Page, option: Locator): Promise<void> {
  await expect(option).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(option).toHaveAttribute('data-combobox-selected', { timeout: 500 });
  }).toPass();
}

/** Opens a tab of a list with the arrow keys. */
async function openTab(page: Page, list: string, name: RegExp): Promise<void> {
  const tabs = page.getByRole('tablist', { name: list });
  await reach(page, tabs.getByRole('tab', { selected: true }));
  await reach(page, tabs.getByRole('tab', { name }), 'ArrowRight');
  await page.keyboard.press('Enter');
}

test('a whole lesson is written with the keyboard only', async ({ product, page }) => {
  const number = product.number();
  await page.goto(product.url);
  const form = page.getByRole('form', { name: 'New lesson' });
  await fill(page, form.getByLabel('Number'), String(number));
  await fill(page, form.getByLabel('Title'), 'By hand');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/screen\/\d+$/);
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await press(page, page.getByRole('link', { name: 'Skip to the text' }), 'Shift+Tab');
  await expect(editor(page, 'Learn')).toBeFocused();

  const palette = await openPalette(page);
  await page.keyboard.type('lesson metadata');
  await expect(palette.getByText('Lesson metadata')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/lesson\/\d+\?tab=settings$/);
  await openTab(page, 'Parts of the lesson', /^Settings/);
  await fill(page, page.getByLabel('Description', { exact: true }), 'Written without a mouse.');
  await page.keyboard.press('ControlOrMeta+s');
  await expectSaveState(page, /Saved|Committed|Pushed/);

  await reach(page, page.getByRole('tablist', { name: 'Parts of the lesson' }).getByRole('tab', { selected: true }), 'Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await press(page, page.getByRole('region', { name: 'Screens' }).getByRole('listitem').getByRole('link').first());
  // The address changes before the page.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Screen 1');
  await fill(page, page.getByLabel('Title', { exact: true }), 'Sums');
  const type = page.getByRole('combobox', { name: 'Type' });
  await reach(page, type);
  await page.keyboard.press('Enter');
  await highlight(page, page.getByRole('option', { name: 'Code' }));
  await page.keyboard.press('Enter');
  await expect(type).toHaveValue('Code');

  await fill(page, editor(page, 'Learn'), 'A **sum** adds.');
  await openTab(page, 'Sections of the screen', /^Instructions/);
  await fill(page, editor(page, 'Instructions'), 'Print the sum.');
  await openTab(page, 'Code of the screen', /^Answer code/);
  await fill(page, editor(page, 'Answer code'), 'print(1 + 2)');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('3', { exact: true }).last()).toBeVisible({ timeout: 240_000 });
  // Output arrives before the run has ended, and one run at a time is accepted.
  await expect(page.getByRole('status').filter({ hasText: /Answer code · / })).toBeVisible({ timeout: 240_000 });
  const check = page.getByLabel('Check output', { exact: true });
  await reach(page, check);
  await page.keyboard.press('Space');
  await expect(check).toBeChecked();
  await openTab(page, 'Code of the screen', /^Initial code/);
  await fill(page, editor(page, 'Initial code'), 'print(1 - 2)');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(page.getByText('Wrong answer: 1 check(s) failed.').first()).toBeVisible({ timeout: 240_000 });
  await page.keyboard.press('ControlOrMeta+s');
  await expectSaveState(page, 'Pushed');

  // A second screen from the menu of screens; then back with the arrow.
  const menu = page.getByRole('navigation', { name: 'Screens' }).locator('[aria-haspopup="menu"]');
  await press(page, menu, 'Shift+Tab');
  await press(page, page.getByRole('menuitem', { name: 'Add screen at the end' }), 'ArrowDown');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Screen 2');
  await fill(page, page.getByLabel('Title', { exact: true }), 'What to keep');
  await fill(page, editor(page, 'Learn'), 'Sums add.');
  await page.keyboard.press('ControlOrMeta+s');
  await expectSaveState(page, 'Pushed');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sums');

  const { id } = (await product.client.listLessons()).find(({ sequence }) => sequence === number) ?? { id: 0 };
  expect(await product.client.getLesson({ params: { id } })).toMatchObject({ title: 'By hand', description: 'Written without a mouse.' });
  expect(await product.client.listScreens({ params: { id } })).toMatchObject([
    { title: 'Sums', type: 'code', instructions_markdown: 'Print the sum.', answer_code: 'print(1 + 2)', initial_code: 'print(1 - 2)' },
    { title: 'What to keep', body_markdown: 'Sums add.' },
  ]);
});

test('a passage is commented on, and its lesson sent for review, approved and merged, with the keyboard only', async ({
  product,
  page,
  open,
}) => {
  const reader = await product.author('Rita Reader');
  const release = await product.release('Keys');
  const screens = [{ title: 'Counting', body_markdown: 'We count from one.' }];
  const lesson = await product.lesson({ title: 'Counting by keys', release, screens });

  await page.goto(lesson.screenUrl);
  await reach(page, editor(page, 'Learn'));
  await page.keyboard.press('ControlOrMeta+End');
  for (const key of ['ArrowLeft', ...Array.from('one', () => 'Shift+ArrowLeft')]) await page.keyboard.press(key);
  await page.keyboard.press('ControlOrMeta+Alt+m');
  const comment = page.getByRole('textbox', { name: 'New comment' });
  await expect(comment).toBeFocused();
  await page.keyboard.type('Why not zero?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(editor(page, 'Learn').locator('mark')).toHaveText(['one']);
  await fill(page, editor(page, 'Learn'), 'We count from zero.');
  await page.keyboard.press('ControlOrMeta+s');
  await expectSaveState(page, 'Pushed');

  // From the palette to the releases, and from the row of the release to its review.
  const palette = await openPalette(page);
  await page.keyboard.type('manage releases');
  await expect(palette.getByText('Manage Releases')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/releases');
  const row = page.getByRole('row').filter({ hasText: release.name });
  // Other tests may have left more releases than are in view.
  await fill(page, page.getByLabel('Search releases'), release.name);
  await reach(page, row, 'ArrowDown');
  await press(page, row.getByRole('link', { name: `Send ${release.name} for review` }));
  await page.waitForURL(`**/releases/${release.id}/pull`);
  const sending = page.getByRole('form', { name: 'Send for review' });
  await fill(page, sending.getByRole('combobox', { name: 'Reviewers' }), 'Rita Reader');
  await highlight(page, page.getByRole('option', { name: /Rita Reader/ }).first());
  await page.keyboard.press('Enter');
  await press(page, sending.getByRole('button', { name: 'Send for review' }));
  await expect(page.getByText('0 of 1 approval')).toBeVisible({ timeout: 240_000 });

  // The colleague finds it in the inbox and approves.
  const rita = await open(reader);
  await rita.goto(product.url);
  await press(rita, rita.getByRole('button', { name: /^Notifications, \d+ unread$/ }));
  const inbox = rita.getByRole('dialog', { name: 'Notifications' });
  await press(rita, inbox.getByRole('link', { name: new RegExp(release.name) }).first());
  await rita.waitForURL(`**/releases/${release.id}/pull`);
  await press(rita, rita.getByRole('form', { name: 'Your review' }).getByRole('button', { name: 'Approve' }));
  await expect(rita.getByRole('list', { name: 'Reviews' })).toContainText('approved');

  const merge = page.getByRole('button', { name: 'Merge' });
  await expect(merge).toBeEnabled({ timeout: 240_000 });
  await press(page, merge, 'Shift+Tab');
  const question = page.getByRole('dialog', { name: 'Merge into main' });
  await press(page, question.getByRole('button', { name: 'Merge' }));
  await expect(page.getByText('The lessons of this release are published.')).toBeVisible({ timeout: 240_000 });
});
