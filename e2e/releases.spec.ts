import type { Locator, Page } from '@playwright/test';
import { DIALOG, expectAccessible, expectAccessibleNarrow } from './accessible.ts';
import { zipOfLesson } from './lesson-zip.ts';
import { expect, test } from './product.ts';

/** Checks the accessibility of an open dialog, wide and narrow. */
async function expectAccessibleDialog(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where, { within: DIALOG });
  await expectAccessibleNarrow(page, where, { within: DIALOG });
}

/** A temporary notification. */
function toast(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: text });
}

function lessonLink(page: Page, title: string): Locator {
  return page.getByRole('grid', { name: 'Releases' }).getByRole('link', { name: title });
}

async function addRelease(page: Page, tab: 'Create New' | 'Create from Zip' | 'Import Existing'): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Release' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Release' });
  await dialog.getByRole('tab', { name: tab }).click();
  return dialog;
}

async function createNew(page: Page, name: string): Promise<void> {
  const dialog = await addRelease(page, 'Create New');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog).toBeHidden({ timeout: 240_000 });
}

test('releases: created, filled, renamed, copied from, moved to, and created from a zip', async ({ product, page }) => {
  const owner = product.client;
  // Tests before this one may have left many releases, and only rows in view are rendered.
  await page.setViewportSize({ width: 1280, height: 4_000 });

  await test.step('a release is created from main', async () => {
    await page.goto(product.url);
    await page.getByRole('link', { name: 'Manage Releases' }).click();
    await expect(page.getByRole('button', { name: 'Main', exact: true })).toBeVisible();
    const dialog = await addRelease(page, 'Create New');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(dialog.getByText('The name cannot be empty.')).toBeVisible();
    await expect(dialog.getByText('The branch name cannot be empty.')).toBeVisible();
    await expectAccessibleDialog(page, 'Create New with errors');
    await dialog.getByLabel('Name', { exact: true }).fill('Sowing 2026');
    await expect(dialog.getByLabel('Branch name')).toHaveValue('sowing-2026');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(dialog).toBeHidden({ timeout: 240_000 });
    await expect(toast(page, 'Release “Sowing 2026” created.')).toBeVisible();
    await expect(page).toHaveURL(/open=\d+/);
  });

  await test.step('lessons are imported from its branch, except for a missing number', async () => {
    await page.getByRole('button', { name: 'Import lessons into Sowing 2026' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import lessons into Sowing 2026' });
    await dialog.getByLabel('Lesson numbers').fill('101, 102 lesson 999');
    await expect(dialog.getByLabel('Lesson numbers')).toHaveValue('101, 102  999');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(dialog.getByText('Lesson(s) 999 could not be imported.')).toBeVisible({ timeout: 240_000 });
    await expect(dialog.getByRole('list', { name: 'Lessons that failed' }).getByRole('listitem')).toHaveText([/^999: .+/]);
    await expectAccessibleDialog(page, 'a partial failure');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(lessonLink(page, 'Why Is the Ferry Late?')).toBeVisible();
    await expect(lessonLink(page, 'Practice: A Timetable That Holds')).toBeVisible();
    await expectAccessible(page, 'the releases with lessons');
  });

  await test.step('its lessons can be hidden and shown, which the address reflects', async () => {
    const toggle = page.getByRole('button', { name: 'Sowing 2026', exact: true });
    await toggle.click();
    await expect(lessonLink(page, 'Why Is the Ferry Late?')).toBeHidden();
    await expect(page).not.toHaveURL(/open=/);
    await toggle.click();
    await expect(page).toHaveURL(/open=\d+/);
    await page.reload();
    await expect(lessonLink(page, 'Why Is the Ferry Late?')).toBeVisible();
  });

  await test.step('it is renamed', async () => {
    await page.getByRole('button', { name: 'Edit Sowing 2026' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Sowing 2026' });
    await dialog.getByLabel('Release name').fill(' ');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByText('The release name cannot be empty.')).toBeVisible();
    await dialog.getByLabel('Release name').fill('Sowing');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden({ timeout: 240_000 });
    await expect(page.getByRole('button', { name: 'Sowing', exact: true })).toBeVisible();
  });

  await test.step('an edited lesson is copied into a second one', async () => {
    const edited = (await owner.listLessons()).find((lesson) => lesson.sequence === 101 && lesson.release_name === 'Sowing');
    await owner.saveLesson({ params: { id: edited?.id ?? 0 }, body: { title: 'Exploring another table' } });
    await createNew(page, 'Harvest');
    await page.getByRole('button', { name: 'Edit Harvest' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Harvest' });
    await dialog.getByRole('combobox', { name: 'Copy lessons from' }).click();
    await dialog.getByRole('option', { name: 'Sowing' }).click();
    await expect(dialog.getByRole('checkbox', { name: /^\d/ })).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Select all' }).click();
    await expect(dialog.getByRole('checkbox', { name: '101 Exploring another table' })).toBeChecked();
    await expectAccessibleDialog(page, 'Edit Release');
    await dialog.getByRole('button', { name: 'Save and copy' }).click();
    await expect(dialog).toBeHidden({ timeout: 240_000 });
    await expect(toast(page, '1 lesson copied into “Harvest”.')).toBeVisible();
    await expect(lessonLink(page, 'Exploring another table')).toHaveCount(2);
  });

  await test.step('a lesson is moved by the lessons list', async () => {
    await page.goto(`${product.url}/?q=102&open=102`);
    await page.getByRole('button', { name: 'Options of lesson 102 (Sowing)' }).click();
    await page.getByRole('menuitem', { name: 'Move to release…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move lesson 102 to a release' });
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(dialog.getByText('You must select one of the releases.')).toBeVisible();
    await expectAccessibleDialog(page, 'the move dialog');
    await dialog.getByRole('combobox', { name: 'Release' }).click();
    await page.getByRole('option', { name: /^Harvest \(/ }).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(dialog).toBeHidden({ timeout: 240_000 });
    await expect(toast(page, 'Lesson 102 was moved to Harvest.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Options of lesson 102 (Harvest)' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Options of lesson 102 (Sowing)' })).toHaveCount(0);
  });

  await test.step('the options of a published lesson cannot be changed, and it can be cloned', async () => {
    await page.goto(`${product.url}/?q=103&open=103`);
    await expect(page.getByRole('button', { name: 'Options of lesson 103 (Main)' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Clone lesson 103 (Main)' })).toBeEnabled();
  });

  await test.step('one is created from a zip, and rejected files are listed', async () => {
    await page.goto(`${product.url}/releases`);
    const dialog = await addRelease(page, 'Create from Zip');
    await dialog.getByLabel('Name', { exact: true }).fill('From a zip');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(dialog.getByText('Choose a .zip file.')).toBeVisible();
    const chosen = dialog.locator('input[type=file]');
    await chosen.setInputFiles({ name: 'lessons.tar', mimeType: 'application/x-tar', buffer: Buffer.from('x') });
    await expect(dialog.getByText('Only .zip files can be used.')).toBeVisible();
    const zip = await zipOfLesson('104-project-the-puffin-festival');
    await chosen.setInputFiles({ name: 'lessons.zip', mimeType: 'application/zip', buffer: zip });
    await expectAccessibleDialog(page, 'Create from Zip');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const refused = dialog.getByRole('list', { name: 'Skipped files' });
    await expect(refused.getByRole('listitem').filter({ hasText: 'evil' })).toHaveText(/evil: .+/, { timeout: 240_000 });
    await expectAccessibleDialog(page, 'refused files');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(lessonLink(page, 'Project: The Puffin Festival')).toBeVisible();
  });

  await test.step('one is deleted, and its branch stays', async () => {
    await page.getByRole('button', { name: 'Edit From a zip' }).click();
    await page.getByRole('button', { name: 'Delete release…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete release' });
    await expect(dialog).toContainText('Its branch from-a-zip stays on the code host');
    await expectAccessible(page, 'Delete release', { within: DIALOG });
    await dialog.getByRole('button', { name: 'Delete release' }).click();
    await expect(dialog).toBeHidden({ timeout: 240_000 });
    await expect(page.getByRole('button', { name: 'From a zip', exact: true })).toHaveCount(0);
  });

  await test.step('the branch is imported again, after a look at its lessons', async () => {
    const dialog = await addRelease(page, 'Import Existing');
    await dialog.getByLabel('Name', { exact: true }).fill('Back again');
    await dialog.getByLabel('Branch name').fill('from-a-zip');
    await dialog.getByLabel('Lesson numbers').fill('104 998');
    await dialog.getByRole('button', { name: 'Check branch' }).click();
    await expect(dialog.getByText('Not found: 998.')).toBeVisible({ timeout: 240_000 });
    await dialog.getByLabel('Lesson numbers').fill('');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(dialog).toBeHidden({ timeout: 240_000 });
    await expect(page.getByText('shallow').first()).toBeVisible();
  });

  await test.step('a lesson is synced with its branch', async () => {
    await page.goto(`${product.url}/?q=102&open=102`);
    await page.getByRole('button', { name: 'Sync lesson 102 (Harvest)' }).click();
    await expect(toast(page, 'Lesson 102 is up to date.')).toBeVisible({ timeout: 240_000 });
  });
});
