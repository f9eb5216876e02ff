import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleNarrow } from './accessible.ts';
import { countClicks } from './clicks.ts';
import { expect, test } from './product.ts';

// Several lessons at once, on the lessons list.

const box = (page: Page, sequence: number) => page.getByRole('checkbox', { name: new RegExp(`^Select lesson ${sequence} `) });
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected lessons' });

async function search(page: Page, url: string, word: string): Promise<void> {
  await page.goto(`${url}/?q=${word}`);
  await expect(page.getByRole('grid', { name: 'Lessons' }).getByRole('link', { name: new RegExp(`^${word}`) })).toHaveCount(2);
}

test('two lessons go into a release that is merged, with at most nine clicks', async ({ product, page }) => {
  const word = `Bulk${product.number()}`;
  const lessons = [
    await product.lesson({ title: `${word} one`, screens: [{ title: 'A' }] }),
    await product.lesson({ title: `${word} two`, screens: [{ title: 'B' }] }),
  ];
  const [one, two] = lessons.map(({ sequence }) => sequence) as [number, number];
  const release = await product.release('Spring');
  const colleague = await product.author('Cleo Park');
  const clicks = await countClicks(page);
  await search(page, product.url, word);
  await box(page, one).click();
  await box(page, two).click({ modifiers: ['Shift'] });
  await expect(toolbar(page)).toContainText('2 selected');
  await expectAccessible(page, 'selected lessons');
  await toolbar(page).getByRole('button', { name: 'Move to release…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 lessons to a release' });
  await expect(dialog.getByRole('combobox', { name: 'Release' })).toBeFocused();
  await page.keyboard.type(release.name);
  await expect(page.getByRole('option', { name: release.name })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText(`2 lessons were moved to ${release.name}.`)).toBeVisible();
  await toolbar(page).getByRole('button', { name: 'Send for review' }).click();
  await page.waitForURL(`**/releases/${release.id}/pull`);
  await page.getByRole('form', { name: 'Send for review' }).getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByRole('button', { name: 'Merge' })).toBeVisible();
  // A colleague approves.
  await colleague.client.reviewPullRequest({ params: { id: release.id }, body: { verdict: 'approve' } });
  await expect(page.getByRole('button', { name: 'Merge' })).toBeEnabled({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  const published = async () =>
    (await product.client.listLessons()).filter((row) => row.is_main && [one, two].includes(row.sequence)).length;
  await expect.poll(published, { timeout: 60_000 }).toBe(2);
  expect(clicks.count).toBeLessThanOrEqual(9);
});

test('selected lessons are moved back, exported, deleted and restored', async ({ product, page }) => {
  const word = `Many${product.number()}`;
  const lessons = [await product.lesson({ title: `${word} one` }), await product.lesson({ title: `${word} two` })];
  const [one, two] = lessons.map(({ sequence }) => sequence) as [number, number];
  const release = await product.release('Summer');
  await search(page, product.url, word);
  // By keyboard: Space on a row, and Shift with Space up to another one.
  await page.getByLabel('Search lessons').press('ArrowDown');
  await expect(page.getByRole('row').filter({ has: box(page, one) })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(box(page, one)).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(box(page, two)).toBeChecked();

  const [download] = await Promise.all([page.waitForEvent('download'), toolbar(page).getByRole('button', { name: 'Export' }).click()]);
  expect(download.suggestedFilename()).toBe('lessons.zip');
  const zip = (await readFile(await download.path())).toString('latin1');
  for (const number of [one, two]) expect(zip).toContain(`lessons/${number}-many`);

  await toolbar(page).getByRole('button', { name: 'Move to release…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 lessons to a release' });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog.getByText('You must select one of the releases.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Release' }).click();
  await page.getByRole('option', { name: release.name }).click();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('status').filter({ hasText: '2 lessons were moved' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 lessons were moved back.')).toBeVisible();

  await toolbar(page).getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog', { name: 'Delete 2 lessons' }).getByRole('button', { name: 'Delete lessons' }).click();
  await expect(page.getByText('No lessons match.')).toBeVisible();
  await page.getByRole('status').filter({ hasText: '2 lessons deleted.' }).getByRole('button', { name: 'Undo' }).click();
  await expect(box(page, one)).toBeVisible();
  await expect(box(page, two)).toBeVisible();
});

test('the list is filtered by status, release and language, and leads back to the last screens', async ({ product, page }) => {
  const word = `Filtered${product.number()}`;
  const release = await product.release('Autumn');
  const lesson = await product.lesson({ title: `${word} one`, release, screens: [{ title: `${word} screen` }] });
  await page.goto(product.url);
  await page.getByLabel('Release', { exact: true }).selectOption(release.name);
  await page.getByLabel('Status', { exact: true }).selectOption('Modified');
  await page.getByLabel('Language of the code').selectOption('Python');
  await expect(page).toHaveURL(new RegExp(`status=Modified&release=${release.id}&language=python|release=${release.id}`));
  const grid = page.getByRole('grid', { name: 'Lessons' });
  await expect(grid.getByRole('link', { name: `${word} one` })).toBeVisible();
  await expect(grid.getByRole('row')).toHaveCount(2);
  await expectAccessibleNarrow(page, 'the filtered lessons');
  await page.getByLabel('Status', { exact: true }).selectOption('Unmodified');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(`${product.url}/`);
  const recent = page.getByRole('navigation', { name: 'Continue where you left off' });
  await recent.getByRole('link', { name: `${lesson.sequence} · 1. ${word} screen` }).click();
  await expect(page).toHaveURL(lesson.screenUrl);
});
