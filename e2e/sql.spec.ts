import type { Locator, Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { expectAccessible } from './accessible.ts';
import { editor, expectSaveState, saveScreen, write } from './author.ts';
import { expect, test } from './product.ts';

const RUN_LIMIT_MS = 240_000;
const ANSWER = "SELECT id, departure\n  FROM crossings\n WHERE sailed_on = '2025-08-09'\n ORDER BY departure;";

function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name: new RegExp(`^${name}( has content| unsaved| passed| failed| \\d+)*$`) });
}

/** The rows of the result, each as its cells. */
async function rowsOf(page: Page): Promise<string[][]> {
  const rows = await page.getByRole('region', { name: 'Result of the query' }).getByRole('row').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
}

test('an author queries a database', async ({ product, page }) => {
  const { lesson, screen } = await findSample(product.client);
  await page.goto(`${product.url}/lesson/${lesson}/screen/${screen}`);
  await tab(page, 'Initial code').click();

  // The initial code isn't the answer yet.
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(page.getByText('Wrong answer: 1 check(s) failed.').first()).toBeVisible({ timeout: RUN_LIMIT_MS });
  await expect(page.getByText('The result should have 2 columns, but it has 1.')).toBeVisible();

  // The tables of the lesson's files and their columns are completed.
  await write(page, 'Initial code', 'SELECT * FROM ');
  await page.keyboard.type('cro');
  await page.getByRole('option', { name: /^crossings/ }).click();
  await page.keyboard.type(' WHERE sai');
  await page.getByRole('option', { name: /^sailed_on/ }).click();
  await expect(editor(page, 'Initial code')).toHaveText('SELECT * FROM crossings WHERE sailed_on');

  await write(page, 'Initial code', ANSWER);
  await page.keyboard.press('ControlOrMeta+Enter');
  await tab(page, 'Output').click();
  await expect(page.getByRole('cell', { name: '17:00' })).toBeVisible({ timeout: RUN_LIMIT_MS });
  await expect(page.getByText('4 rows').filter({ visible: true })).toBeVisible();
  await expect
    .poll(() => rowsOf(page))
    .toEqual([
      ['id', 'departure'],
      ['9', '08:00'],
      ['10', '11:00'],
      ['11', '14:00'],
      ['12', '17:00'],
    ]);
  await expectAccessible(page, 'the result of a query', { within: '[aria-label="Result of the query"]' });

  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(page.getByText('All passed.').first()).toBeVisible({ timeout: RUN_LIMIT_MS });
  await saveScreen(page);
  await expectSaveState(page, 'Pushed');

  // More rows than the page shows, an error, and a forbidden query.
  await write(
    page,
    'Initial code',
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 90) SELECT i, NULL AS unknown FROM n',
  );
  await page.keyboard.press('ControlOrMeta+Enter');
  await tab(page, 'Output').click();
  await expect(page.getByText('the first 20 are shown, 70 more are not')).toBeVisible({ timeout: RUN_LIMIT_MS });
  const firstRows = async () => (await rowsOf(page)).slice(0, 2);
  await expect.poll(firstRows).toEqual([
    ['i', 'unknown'],
    ['1', 'NULL'],
  ]);
  await write(page, 'Initial code', "SELECT 1;\nATTACH '/etc/passwd' AS p;");
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('group', { name: 'Error', exact: true })).toContainText('ATTACH is not allowed here.', {
    timeout: RUN_LIMIT_MS,
  });
  await expect(page.getByRole('heading', { name: 'Error in line 2' })).toBeVisible();
  await write(page, 'Initial code', ANSWER);
  await saveScreen(page);

  await page.reload();
  await tab(page, 'Initial code').click();
  await expect(editor(page, 'Initial code')).toContainText("WHERE sailed_on = '2025-08-09'");
});

/** The screen "Which Crossing Was It?" in an editable version of the sample lesson. */
async function findSample(api: Client<Api>): Promise<{ lesson: number; screen: number }> {
  const sample = (await api.listLessons()).find(({ sequence }) => sequence === 105);
  if (!sample) throw new Error('The sample content has no lesson 105.');
  const lesson = await api.cloneLesson({ params: { id: sample.id } });
  const screens = await api.listScreens({ params: { id: lesson.id } });
  const screen = screens.find(({ title }) => title === 'Which Crossing Was It?');
  if (!screen) throw new Error('The sample lesson has no such screen.');
  return { lesson: lesson.id, screen: screen.id };
}
