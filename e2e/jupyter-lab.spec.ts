import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { BUILD_MS, hasPyPI, makeCodeScreen, type Shown } from './real-applications.ts';

test.use({ packageSource: 'PyPI' });

const START_MS = 300_000;

/** Opens a new notebook from the launcher, and runs a cell in its kernel. */
async function runCell(shown: Shown, page: Page): Promise<void> {
  await shown.locator('.jp-LauncherCard[data-category="Notebook"]').first().click({ timeout: START_MS });
  const cell = shown.locator('.jp-Notebook:visible .jp-CodeCell').first();
  await expect(cell).toBeVisible({ timeout: START_MS });
  const input = cell.locator('.cm-content');
  await input.click();
  await page.keyboard.type('print("the answer is", 6 * 7)');
  // Before its kernel has started, running a cell does nothing.
  await expect(async () => {
    await input.click();
    await page.keyboard.press('Control+Enter');
    await expect(cell.locator('.jp-OutputArea').getByText('the answer is 42')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: START_MS });
}

test('JupyterLab is built with one click and runs cells in its panel and in a tab @full', async ({ product, page }) => {
  test.skip(!(await hasPyPI()), 'PyPI cannot be reached');
  test.setTimeout(BUILD_MS + 5 * 60_000);
  const { screenUrl } = await makeCodeScreen(product, { fields: { enabled_features: ['JupyterLab'] }, screen: {} });
  await page.setViewportSize({ width: 1920, height: 1000 });
  await page.goto(screenUrl);
  await test.step('the error offers to build it', async () => {
    await expect(page.getByText('Error loading project.')).toBeVisible({ timeout: START_MS });
    await page.getByRole('button', { name: 'Build JupyterLab' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Building JupyterLab…' })).toBeVisible();
  });
  await test.step('the panel shows a text until the page is visible', async () => {
    await expect(page.getByRole('status').filter({ hasText: 'Starting JupyterLab…' })).toBeVisible({ timeout: BUILD_MS });
    await expect(page.frameLocator('iframe[title="JupyterLab"]').locator('#jp-main-dock-panel')).toBeVisible({ timeout: START_MS });
    await expect(page.getByText('Starting JupyterLab…')).toBeHidden();
  });
  await test.step('a cell runs in the panel', () => runCell(page.frameLocator('iframe[title="JupyterLab"]'), page));
  await test.step('a cell runs in a tab', async () => {
    const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Open in a new tab' }).click()]);
    await tab.waitForLoadState();
    await tab.goto(tab.url().replace(/\/lab.*$/, '/lab?reset'));
    await runCell(tab, tab);
  });
});
