import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { write } from './author.ts';
import { expect, test } from './product.ts';

const packages = (page: Page) => page.getByRole('region', { name: 'Packages' });
/** The state is shown on top of the page as well as next to the list. */
const banner = (page: Page, text: string) => page.getByText(text, { exact: false }).first();
const BUILD_MS = 240_000;

async function add(page: Page, name: string): Promise<void> {
  await packages(page).getByLabel('Package name').fill(name);
  await packages(page).getByRole('button', { name: 'Add' }).click();
}

test('packages of a lesson: added, failed, fixed, built, imported', async ({ product, page }) => {
  const { url, screenUrl } = await product.lesson({ title: 'Reckoning', screens: [{ type: 'code', title: 'Reckon' }] });

  await test.step('nothing needs to be built', async () => {
    await page.goto(`${url}?tab=packages`);
    await expect(packages(page).getByText('No packages yet.')).toBeVisible();
    await expect(page.getByText('until this lesson’s packages are built')).toHaveCount(0);
    await expect(packages(page).getByRole('button', { name: 'Add' })).toBeDisabled();
  });

  await test.step('a name that is typed but not added causes one warning', async () => {
    await packages(page).getByLabel('Package name').fill('reckoner');
    await packages(page).getByRole('button', { name: 'Build' }).click();
    await expect(
      page.getByText('You have incomplete package changes. Please finalize the input or click on Build again to discard them.'),
    ).toBeVisible();
    await packages(page).getByRole('button', { name: 'Add' }).click();
    await expect(packages(page).getByLabel('Version of reckoner')).toBeVisible();
    await expect(banner(page, 'You changed packages or checks. Build to use them.')).toBeVisible();
  });

  await test.step('a failed build shows the installer’s output', async () => {
    await add(page, 'tallies==2.0.0');
    await expect(packages(page).getByLabel('Version of tallies')).toHaveValue('2.0.0');
    await packages(page).getByRole('button', { name: 'Build' }).click();
    await expect(banner(page, 'Packages couldn’t be installed.')).toBeVisible({ timeout: BUILD_MS });
    await expect(packages(page).getByRole('alert')).toContainText('Packages of this lesson need different versions of the same package.');
    await packages(page).getByText('Details', { exact: true }).click();
    await expect(packages(page).locator('pre').filter({ hasText: 'tallies==2.0.0' }).first()).toBeVisible();
    await expectAccessible(page, 'a lesson whose build failed', { within: '[role="tabpanel"]' });
  });

  await test.step('once fixed, it is built', async () => {
    await packages(page).getByRole('button', { name: 'Remove tallies' }).click();
    await packages(page).getByRole('button', { name: 'Build' }).click();
    await expect(banner(page, 'Packages are installed.')).toBeVisible({ timeout: BUILD_MS });
    await packages(page).getByText('Installed: 2 packages').click();
    await expect(packages(page).getByText('tallies 1.0.0', { exact: true })).toBeVisible();
  });

  await test.step('custom answer checking adds its package, and asks before removing it', async () => {
    const checking = page.getByRole('region', { name: 'Answer Checking' });
    await checking.getByLabel('Custom answer checking').click();
    await expect(packages(page).getByText('Custom answer checking')).toBeVisible();
    await packages(page).getByRole('button', { name: 'Remove Custom answer checking' }).click();
    await expect(page.getByText('Are you sure that you want to remove custom answer checking?')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove custom answer checking' }).click();
    await expect(checking.getByLabel('Custom answer checking')).not.toBeChecked();
  });

  await test.step('the code imports it', async () => {
    await page.goto(screenUrl);
    await write(page, 'Initial code', 'import reckoner, tallies\nprint("counted", tallies.tally("abcd"))');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('counted 4')).toBeVisible({ timeout: BUILD_MS });
  });
});
