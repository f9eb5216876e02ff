import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test, type Product } from './product.ts';

const LESSON = 'The Light That Went Out';
const SCREEN = 'Keep the Evidence';

async function expectShown(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator('.xterm-rows')).toContainText(text, { timeout: 240_000 });
}

async function typeCommand(page: Page, command: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Terminal input' }).focus();
  await page.keyboard.type(`${command}\n`);
}

async function openScreen(page: Page, { client, url }: Product): Promise<void> {
  const lesson = (await client.listLessons()).find(({ title }) => title === LESSON);
  const screens = await client.listScreens({ params: { id: lesson?.id ?? 0 } });
  const screen = screens.find(({ title }) => title === SCREEN);
  await page.goto(`${url}/lesson/${lesson?.id}/screen/${screen?.id}`);
}

test('a command-line screen, in its terminal', async ({ product, page }) => {
  await openScreen(page, product);
  await expectShown(page, 'learner@lesson:~$');

  await typeCommand(page, 'ls logbook; mkdir evidence');
  await expectShown(page, 'README.txt');
  const checkButton = page.getByRole('button', { name: 'Check', exact: true });
  await checkButton.click();
  const results = page.getByRole('region', { name: 'Check results' });
  await expect(results.getByText('Not all checks passed.')).toBeVisible({ timeout: 240_000 });
  await expectAccessible(page, 'a terminal with failed checks');

  await typeCommand(page, 'cp logbook/2025/*.txt evidence && ls evidence && echo copied $((40 + 2))');
  await expectShown(page, 'copied 42');
  await checkButton.click();
  await expect(results.getByText('All checks passed.', { exact: true })).toBeVisible({ timeout: 240_000 });

  await typeCommand(page, 'history | tail -1');
  await page.keyboard.press('Control+Shift+ArrowDown');
  await expect(checkButton).toBeFocused();

  await page.reload();
  await expectShown(page, 'copied 42');
  await expectShown(page, 'ls logbook; mkdir evidence');
  await typeCommand(page, 'echo "$(ls evidence | wc -l) files"');
  await expectShown(page, '2 files');

  await page.getByRole('button', { name: 'Restart' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This discards everything in this terminal');
  await dialog.getByRole('button', { name: 'Restart' }).click();
  await expect(page.locator('.xterm-rows')).not.toContainText('copied 42');
  await expectShown(page, 'learner@lesson:~$');
  await typeCommand(page, 'exit 3');
  await expect(page.getByText('The shell has ended with exit code 3.')).toBeVisible();
  await expectAccessible(page, 'a terminal that has ended');
});
