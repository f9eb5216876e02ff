import type { Page } from '@playwright/test';
import type { Language } from '#platform/contract/languages.ts';
import { DIALOG, expectAccessible } from './accessible.ts';
import { saveScreen } from './author.ts';
import { expect, test, type Product } from './product.ts';

const RUN_LIMIT_MS = 240_000;

/** Creates a lesson of code screens with these answers, and returns the address of the last one. */
async function lastScreenOf(product: Product, language: Language, answers: readonly string[]): Promise<string> {
  const screens = answers.map((answer_code) => ({ type: 'code' as const, answer_code }));
  const { id, url, screenIds } = await product.lesson({ title: 'Each screen goes on', screens });
  await product.client.saveLesson({ params: { id }, body: { language } });
  return `${url}/screen/${screenIds.at(-1)}?code=answer`;
}

async function openOption(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('dialog', { name: 'Options' }).getByRole('button', { name }).click();
}

test('an author lets a screen run after earlier ones, and sees their code', async ({ product, page }) => {
  const lesson = await product.lesson({
    title: 'One after the other',
    screens: [
      { title: 'Load', type: 'code', answer_code: 'print("early")\nsold = [3, 4]\n' },
      { title: 'Fail', type: 'code', answer_code: 'sold.append(5)\n1 / 0\n', error_okay: true },
      { title: 'Break', type: 'code', answer_code: 'sold.append(6)\nprint(lost)\n' },
      { title: 'Add up', type: 'code', answer_code: 'print(sum(sold))\n' },
    ],
  });
  await page.goto(`${lesson.url}/screen/${lesson.screenIds[3]}?code=answer`);
  await openOption(page, 'Runs after: nothing');
  const dialog = page.getByRole('dialog', { name: 'Runs after' });
  await expect(dialog).toContainText('No code runs before this screen’s code.');
  await dialog.getByLabel('Run all earlier code screens').check();
  const codes = dialog.getByRole('region', { name: 'Code that runs first' });
  await expect(codes.getByRole('link')).toHaveText(['Screen 1: Load', 'Screen 2: Fail', 'Screen 3: Break']);
  await expect(codes).toContainText('sold.append(5)');
  await expect(codes).toContainText('Error Okay');
  await expectAccessible(page, 'the dialog with the code of earlier screens', { within: DIALOG });
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.keyboard.press('ControlOrMeta+Enter');
  const output = page.getByRole('group', { name: 'Output', exact: true });
  await expect(output).toContainText('18', { timeout: RUN_LIMIT_MS });
  await expect(output).not.toContainText('early');
  const notice = page.getByRole('status').filter({ hasText: 'failed before this code ran' });
  await expect(notice).toContainText("The code of screen 3 failed before this code ran: NameError: name 'lost' is not defined.");
  await expect(notice.getByRole('link', { name: 'screen 3' })).toHaveAttribute(
    'href',
    `/lesson/${lesson.id}/screen/${lesson.screenIds[2]}`,
  );
  await expectAccessible(page, 'the notice of earlier code that failed', { within: '[aria-label="Output"]' });

  await page.keyboard.press('Alt+p');
  const preview = page.getByRole('region', { name: 'Preview as learner' });
  await preview.getByRole('button', { name: 'Submit' }).click();
  await expect(preview.getByRole('status').filter({ hasText: 'The code of screen 3 failed' })).toBeVisible({ timeout: RUN_LIMIT_MS });
  await expect(preview.getByRole('link', { name: 'screen 3' })).toHaveCount(0);
  await expectAccessible(page, 'the notice that learners see', { within: '[aria-label="Preview as learner"]' });
  await page.keyboard.press('Alt+p');
  await expect(preview).toHaveCount(0);

  await openOption(page, 'Runs after: all earlier code screens');
  await dialog.getByLabel('Run chosen screens').check();
  await dialog.getByLabel('Screen 1: Load').check();
  await expect(codes.getByRole('link')).toHaveText(['Screen 1: Load']);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('list', { name: 'Options that are on' })).toHaveText('Runs after: 1 screen');
  await saveScreen(page);
  const stored = async () => (await product.client.listScreens({ params: { id: lesson.id } })).map(({ runs_after }) => runs_after);
  const [load] = await product.client.listScreens({ params: { id: lesson.id } });
  await expect.poll(stored).toEqual([null, null, null, [load?.uuid]]);

  // In a narrow window, the button is in the header.
  await page.setViewportSize({ width: 390, height: 844 });
  await openOption(page, 'Runs after: 1 screen');
  await expect(codes).toContainText('sold = [3, 4]');
  await expectAccessible(page, 'the dialog in a narrow window', { within: DIALOG });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
});

test('a screen starts from the answer of an earlier one, and learners continue their own code', async ({ product, page }) => {
  const lesson = await product.lesson({
    title: 'Step by step',
    screens: [
      { title: 'Load', type: 'code', answer_code: 'x = 1', check_val: 'x', check_scope: 'cmd' },
      { title: 'Filter', type: 'code', initial_code: '# own', answer_code: 'y = 2' },
    ],
  });
  await page.goto(`${lesson.url}/screen/${lesson.screenIds[1]}?code=initial`);
  const code = page.getByRole('textbox', { name: 'Initial code' });
  await expect(code).toHaveText('# own');
  const choice = page.getByLabel('Starts from', { exact: true });
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await expectAccessible(page, 'the options of a code screen', { within: DIALOG });
  await choice.selectOption('screen 1: Load');
  await page.keyboard.press('Escape');
  await expect(code).toHaveText('x = 1');
  await expect(code).toHaveAttribute('aria-readonly', 'true');
  await expect(page.getByRole('link', { name: 'screen 1: Load' })).toHaveAttribute(
    'href',
    `/lesson/${lesson.id}/screen/${lesson.screenIds[0]}`,
  );
  await expectAccessible(page, 'a screen that starts from another one');

  await page.keyboard.press('Alt+p');
  const preview = page.getByRole('region', { name: 'Preview as learner' });
  await expect(preview.getByRole('heading', { name: 'Your code · continues the answer of screen 1' })).toBeVisible();
  await preview.getByRole('button', { name: 'Whole lesson' }).click();
  await preview.getByRole('button', { name: 'Previous' }).click();
  await preview.getByRole('textbox', { name: 'Your code' }).fill('x = 2 - 1');
  await preview.getByRole('button', { name: 'Submit' }).click();
  await expect(preview.getByText('Correct.', { exact: true }).first()).toBeVisible({ timeout: RUN_LIMIT_MS });
  await preview.getByRole('button', { name: 'Next', exact: false }).click({ timeout: RUN_LIMIT_MS });
  await expect(preview.getByRole('heading', { name: 'Your code · continues your code of screen 1' })).toBeVisible({
    timeout: RUN_LIMIT_MS,
  });
  await expect(preview.getByRole('textbox', { name: 'Your code' })).toHaveText('x = 2 - 1');
  await page.keyboard.press('Alt+p');

  await page.getByRole('button', { name: 'Starts from: screen 1' }).click();
  await expect(choice).toBeFocused();
  await choice.selectOption('Its own initial code');
  await expect(code).toHaveText('# own');
});

test('a command-line screen opens its terminal after the answers of earlier screens', async ({ product, page }) => {
  const codes = ['mkdir garden\ncd garden\n', 'echo carrots > may.txt\ngrep beans may.txt\n', 'cat may.txt\n'];
  const url = await lastScreenOf(product, 'cli', codes);
  const rows = page.locator('.xterm-rows');
  await page.goto(url);
  await expect(rows).toContainText('learner@lesson:~$', { timeout: RUN_LIMIT_MS });
  await openOption(page, 'Runs after: nothing');
  const dialog = page.getByRole('dialog', { name: 'Runs after' });
  await expect(dialog).toContainText('The code can’t use what earlier code makes: files, variables and the working folder.');
  await dialog.getByLabel('Run all earlier code screens').check();
  await expect(dialog.getByRole('region', { name: 'Code that runs first' })).toContainText('grep beans');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await saveScreen(page);

  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  await expect(rows).toContainText('learner@lesson:~/garden$', { timeout: RUN_LIMIT_MS });
  await expect(rows).toContainText('The code of screen 2 failed');
  await page.getByRole('textbox', { name: 'Terminal input' }).focus();
  await page.keyboard.type('cat may.txt | tr a-z A-Z\n');
  await expect(rows).toContainText('CARROTS');
  await page.getByRole('tab', { name: 'Output', exact: true }).click();
  await page.getByRole('textbox', { name: 'Answer code' }).focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  const output = page.getByRole('group', { name: 'Output', exact: true });
  await expect(output).toContainText('carrots', { timeout: RUN_LIMIT_MS });
  await expect(page.getByRole('status').filter({ hasText: 'failed before this code ran' })).toContainText(
    'The code of screen 2 failed before this code ran: exit code 1.',
  );

  await page.keyboard.press('Alt+p');
  const preview = page.getByRole('region', { name: 'Preview as learner' });
  const shown = preview.locator('.xterm-rows');
  await expect(shown).toContainText('learner@lesson:~/garden$', { timeout: RUN_LIMIT_MS });
  await preview.getByRole('textbox', { name: 'Terminal input' }).focus();
  await page.keyboard.type('wc -l may.txt\n');
  await expect(shown).toContainText('1 may.txt');
  await expectAccessible(page, 'a terminal after earlier code that failed', { within: '[aria-label="Preview as learner"]' });
});

test('a SQL screen queries what earlier screens made', async ({ product, page }) => {
  const codes = [
    'CREATE TABLE books (title text, pages int);\n',
    "BEGIN;\nINSERT INTO books VALUES ('Emma', 474);\nSELECT author FROM books;\n",
    'SELECT title, pages FROM books;\n',
  ];
  const url = await lastScreenOf(product, 'sql', codes);
  await page.goto(url);
  await openOption(page, 'Runs after: nothing');
  const dialog = page.getByRole('dialog', { name: 'Runs after' });
  await expect(dialog).toContainText('The code can’t use what earlier code makes: tables and rows.');
  await dialog.getByLabel('Run all earlier code screens').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('table').getByRole('cell', { name: 'Emma' })).toBeVisible({ timeout: RUN_LIMIT_MS });
  await expect(page.getByRole('status').filter({ hasText: 'failed before this code ran' })).toContainText(
    'The code of screen 2 failed before this code ran: OperationalError: no such column: author.',
  );
  await page.keyboard.press('Alt+p');
  const preview = page.getByRole('region', { name: 'Preview as learner' });
  await preview.getByRole('button', { name: 'Submit' }).click();
  await expect(preview.getByRole('status').filter({ hasText: 'The code of screen 2 failed' })).toBeVisible({ timeout: RUN_LIMIT_MS });
});
