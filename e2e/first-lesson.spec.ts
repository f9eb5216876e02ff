import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import { OWNER, RealServer } from '#testing/real-server.ts';
import { DIALOG, expectAccessible } from './accessible.ts';
import { expectSaveState, logIn, makeOwner, openTab, saveScreen, write } from './author.ts';
import { newContext } from './profiles.ts';

const run = promisify(execFile);

const LEARN = `# Reading a table

A **data frame** is a table with names on its columns.

$$\\bar{x} = \\frac{1}{n} \\sum_i x_i$$

| name | points |
|------|-------:|
| Ada  |      3 |
`;

const ANSWER = `import pandas as pd
import matplotlib.pyplot as plt

scores = pd.DataFrame({'name': ['Ada', 'Ben', 'Chi'], 'points': [3, 5, 4]})
print('total', scores['points'].sum())
scores.plot.bar(x='name', y='points')
plt.show()`;

const WRONG = ANSWER.replace('[3, 5, 4]', '[3, 5, 5]');

interface NewScreen {
  title: string;
  type: 'Text' | 'Code' | 'Takeaways';
}

/** Performs `create`, waits for the screen to open, and fills in its footer. */
async function addScreen(page: Page, create: () => Promise<void>, { title, type }: NewScreen): Promise<void> {
  const before = page.url();
  await create();
  await page.waitForURL((url) => url.href !== before && /\/screen\/\d+$/.test(url.pathname));
  // The address changes before the page: the title of the screen before could be overwritten.
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
  await page.getByLabel('Title', { exact: true }).fill(title);
  if (type === 'Text') return;
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: type }).click();
}

async function addAtTheEnd(page: Page, screen: NewScreen): Promise<void> {
  const create = async (): Promise<void> => {
    await page.getByRole('navigation', { name: 'Screens' }).locator('[aria-haspopup="menu"]').click();
    await page.getByRole('menuitem', { name: 'Add screen at the end' }).click();
  };
  await addScreen(page, create, screen);
}

/** A checkbox only shows its new state once it is stored. */
async function tick(page: Page, label: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await expect(page.getByLabel(label, { exact: true })).toBeChecked();
}

async function runAndCheck(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
}

test('a first lesson, from the set-up token to the commit', async ({ browser }) => {
  const server = await RealServer.create();
  const context = await newContext(browser, {});
  const page = await context.newPage();
  try {
    await page.goto(server.url);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    const token = await server.setupToken();
    const link = /http\S+#setup-token=\S+/.exec(server.output)?.[0] ?? 'no link was printed';
    const fill = async (popup: Page) => {
      await expect(popup.getByLabel('Set-up token')).toHaveValue(token);
      expect(page.url() + popup.url()).not.toContain(token);
      await expectAccessible(popup, 'the sign-in popup');
      await makeOwner(token)(popup);
    };
    await logIn(page, server, fill, link);
    await expect(page.getByRole('grid', { name: 'Lessons' })).toBeVisible();

    const form = page.getByRole('form', { name: 'New lesson' });
    await form.getByLabel('Number').fill('901');
    await form.getByLabel('Title').fill('Tables at first sight');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/screen\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('901');
    await page.getByLabel('Title', { exact: true }).fill('What a table is');
    await write(page, 'Learn', LEARN);
    await expect(page.getByRole('heading', { name: 'Reading a table' })).toBeVisible();
    await openTab(page, 'Instructions');
    await write(page, 'Instructions', 'Read the text, then go on.');
    await saveScreen(page);

    await addAtTheEnd(page, { title: 'Draw the points', type: 'Code' });
    await openTab(page, 'Instructions');
    await write(page, 'Instructions', 'Draw the points of `scores`, and print their total.');
    await openTab(page, 'Answer code');
    await write(page, 'Answer code', ANSWER);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('img', { name: 'Plot 1 of 1' })).toBeVisible({ timeout: 240_000 });
    await expect(page.getByText('total 12').last()).toBeVisible();
    await tick(page, 'Check output');
    await openTab(page, 'Variables');
    await expect(page.getByRole('cell', { name: 'Ada' })).toBeVisible();
    await tick(page, 'Compare scores');
    await expectAccessible(page, 'a code screen with variables');

    await openTab(page, 'Initial code');
    await write(page, 'Initial code', WRONG);
    await runAndCheck(page);
    await expect(page.getByText('Wrong answer: 2 check(s) failed.').first()).toBeVisible({ timeout: 240_000 });
    await openTab(page, 'Checks');
    const checks = page.getByRole('tabpanel', { name: /^Checks/ });
    await expect(checks.getByText('Line 1 of your output should be "total 12", but it is "total 13".')).toBeVisible();
    await expect(checks.getByText('Column "points", row 2 of scores should be 4, but it is 5.')).toBeVisible();
    await expectAccessible(page, 'a code screen with failed checks');

    await write(page, 'Initial code', ANSWER);
    await runAndCheck(page);
    await expect(page.getByText('All passed.').first()).toBeVisible({ timeout: 240_000 });
    await page.getByRole('button', { name: 'More actions for this screen' }).click();
    await page.getByRole('menuitem', { name: 'Save with message' }).click();
    await expectAccessible(page, 'the message dialog', { within: DIALOG });
    await page.getByRole('textbox', { name: 'Message' }).fill('Ask for a bar chart of the points');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectSaveState(page, 'Pushed');

    await addAtTheEnd(page, { title: 'What to keep', type: 'Takeaways' });
    await openTab(page, 'Takeaways');
    await write(page, 'Takeaways', '- A data frame is a table with names.\n- `plt.show()` draws.\n');
    await saveScreen(page);
    await expectSaveState(page, 'Pushed');
    await expectAccessible(page, 'a takeaways screen');

    const repository = join(server.dataFolder, 'content.git');
    const git = async (...args: string[]): Promise<string> => (await run('git', args, { cwd: repository })).stdout;
    const branch = 'drafts/ada-lessons-example';
    await expect
      .poll(() => git('log', '--format=%an <%ae> %s', branch), { timeout: 240_000 })
      .toContain(`${OWNER.name} <${OWNER.email}> Ask for a bar chart of the points`);
    const files = await git('ls-tree', '-r', '--name-only', branch, 'lessons/901-tables-at-first-sight/');
    const folder = 'lessons/901-tables-at-first-sight/screens';
    expect(files.split('\n')).toEqual(
      expect.arrayContaining([
        'lessons/901-tables-at-first-sight/lesson.yaml',
        expect.stringMatching(`^${folder}/[^/]+/learn.md$`),
        expect.stringMatching(`^${folder}/[^/]+/code/answer.py$`),
      ]),
    );
    const answerFile = files.split('\n').find((file) => file.endsWith('code/answer.py')) ?? '';
    expect(await git('show', `${branch}:${answerFile}`)).toBe(`${ANSWER}\n`);

    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByLabel('Search lessons').fill('901');
    await expect(page.getByRole('link', { name: 'Tables at first sight' })).toBeVisible();
    await page.goto(`${server.url}/manage-external`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(`${server.url}/account`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    expect((await context.request.get(`${server.url}/api/user`)).status()).toBe(401);
  } finally {
    await context.close();
    await server.remove();
  }
});
