import type { Locator, Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { expectAccessible } from './accessible.ts';
import { expectSaveState, saveScreen, write } from './author.ts';
import { expect, test } from './product.ts';

const RUN_LIMIT_MS = 240_000;
const GIVEN = 'temp <- c(18, 21, 25, 28, 23, 19, 27, 30, 24, 20)\ncups <- c(48, 52, 79, 102, 76, 45, 93, 117, 71, 61)\n';
const ANSWER = `${GIVEN}link <- round(cor(temp, cups), 2)\nplot(temp, cups)\nlink\n`;
const WRONG = `${GIVEN}cups <- cups[-1]\nlink <- c(1, 2)\nplot(cups)\n`;
const BROKEN = `${GIVEN}f <- function(x) {\n  stop("no such day")\n}\nf(cups)\n`;

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
  await expect(page.getByRole('group', { name: 'Output', exact: true })).toContainText('[1]');
  await expect(page.getByRole('group', { name: 'Output', exact: true })).toContainText('0.97');
  await expect(page.getByRole('img', { name: /plot/i }).first()).toBeVisible();
  await expectAccessible(page, 'the output of R', { within: '[aria-label="Output"]' });
  await tab(page, 'Variables').click();
  await expect(page.getByText('link', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('numeric').first()).toBeVisible();

  // The variable and the plain assertion both report what is wrong.
  await write(page, 'Initial code', WRONG);
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(page.getByText(/Wrong answer: \d check\(s\) failed\./).first()).toBeVisible({ timeout: RUN_LIMIT_MS });
  await expect(page.getByText('cups should have 10 items, but it has 9.')).toBeVisible();
  await expect(page.getByText('link should be a single number. cor() takes both vectors.').first()).toBeVisible();

  await write(page, 'Initial code', BROKEN);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('group', { name: 'Error', exact: true })).toContainText('no such day', { timeout: RUN_LIMIT_MS });
  await expect(page.getByRole('heading', { name: 'Error in line 4' })).toBeVisible();

  await write(page, 'Initial code', GIVEN);
  await saveScreen(page);
  await expectSaveState(page, 'Pushed');
});

/** The screen "Does Heat Matter?" of a clone of the sample lesson. */
async function cloneSample(api: Client<Api>): Promise<{ lesson: number; screen: number }> {
  const sample = (await api.listLessons()).find(({ sequence }) => sequence === 106);
  if (!sample) throw new Error('The sample content has no lesson 106.');
  const { id: lesson } = await api.cloneLesson({ params: { id: sample.id } });
  const screen = (await api.listScreens({ params: { id: lesson } })).find(({ title }) => title === 'Does Heat Matter?');
  if (!screen) throw new Error('The sample lesson has no such screen.');
  return { lesson, screen: screen.id };
}
