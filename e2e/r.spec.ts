import type { Locator, Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { expectAccessible } from './accessible.ts';
import { expectSaveState, saveScreen, write } from './author.ts';
import { expect, test } from './product.ts';

const RUN_LIMIT_MS = 240_000;
const GIVEN = 'sold <- c(Mon = 50, Tue = 55, Wed = 60, Thu = 53, Fri = 81, Sat = 92, Sun = 75)\n';
const ANSWER = `${GIVEN}share <- round(100 * sold / sum(sold), 1)\nbarplot(share)\nshare["Sat"]\n`;
const WRONG = `${GIVEN}share <- round(100 * sold / sum(sold))[-1]\nshare["Sat"]\n`;
const BROKEN = `${GIVEN}f <- function(x) {\n  stop("no such day")\n}\nf(sold)\n`;

function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name: new RegExp(`^${name}( has content| unsaved| passed| failed| \\d+)*$`) });
}

test('an author runs R: output, plot, variables, checks', async ({ product, page }) => {
  const { lesson, screen } = await cloneSample(product.client);
  await page.goto(`${product.url}/lesson/${lesson}/screen/${screen}`);
  await tab(page, 'Initial code').click();

  await write(page, 'Initial code', ANSWER);
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(page.getByText('All passed.').first()).toBeVisible({ timeout: RUN_LIMIT_MS });
  await tab(page, 'Output').click();
  await expect(page.getByRole('group', { name: 'Output', exact: true })).toContainText('Sat');
  await expect(page.getByRole('group', { name: 'Output', exact: true })).toContainText('19.7');
  await expect(page.getByRole('img', { name: /plot/i }).first()).toBeVisible();
  await expectAccessible(page, 'the output of R', { within: '[aria-label="Output"]' });
  await tab(page, 'Variables').click();
  await expect(page.getByText('share', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('numeric').first()).toBeVisible();

  // The variable and the plain assertion both report what is wrong.
  await write(page, 'Initial code', WRONG);
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(page.getByText(/Wrong answer: \d check\(s\) failed\./).first()).toBeVisible({ timeout: RUN_LIMIT_MS });
  await expect(page.getByText('share should have 7 items, but it has 6.')).toBeVisible();
  await expect(page.getByText('There should be a share for each day.').first()).toBeVisible();

  await write(page, 'Initial code', BROKEN);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('group', { name: 'Error', exact: true })).toContainText('no such day', { timeout: RUN_LIMIT_MS });
  await expect(page.getByRole('heading', { name: 'Error in line 3' })).toBeVisible();

  await write(page, 'Initial code', GIVEN);
  await saveScreen(page);
  await expectSaveState(page, 'Pushed');
});

/** The screen "Seeing Values" of a clone of the sample lesson. */
async function cloneSample(api: Client<Api>): Promise<{ lesson: number; screen: number }> {
  const sample = (await api.listLessons()).find(({ sequence }) => sequence === 106);
  if (!sample) throw new Error('The sample content has no lesson 106.');
  const { id: lesson } = await api.cloneLesson({ params: { id: sample.id } });
  const screen = (await api.listScreens({ params: { id: lesson } })).find(({ title }) => title === 'Seeing Values');
  if (!screen) throw new Error('The sample lesson has no such screen.');
  return { lesson, screen: screen.id };
}
