import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { DIALOG, expectAccessible } from './accessible.ts';
import { openTab } from './author.ts';
import { expect, test } from './product.ts';

const BODY = `Numbers $x^2$ and code:

\`\`\`python
for number in range(3):
    print("number", number)  # a comment
\`\`\`

::: {.warning title="Mind the end"}
\`range(3)\` ends at 2. [More about it](https://example.org).
:::

::: solution
It starts at 0.
:::

| a | b |
|---|---|
| 1 | 2 |`;

const SCREENS = [
  { type: 'text', title: 'Counting', body_markdown: BODY },
  {
    type: 'code',
    title: 'Printing',
    instructions_markdown: 'Print it.',
    hint_markdown: 'Use `print`.',
    initial_code: 'number = ',
    answer_code: 'number = 1\nprint(number)',
    chat_prompt: 'Ask for the number.',
  },
] as const;

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name: `Export ${name}` });

async function download(page: Page, name: string, format: string): Promise<{ readonly file: string; readonly path: string }> {
  await dialog(page, name).getByRole('radio', { name: format }).check();
  const [given] = await Promise.all([
    page.waitForEvent('download', { timeout: 240_000 }),
    dialog(page, name).getByRole('button', { name: 'Download' }).click(),
  ]);
  return { file: given.suggestedFilename(), path: await given.path() };
}

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-website-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

test('a lesson is exported in each format, and the website reads without a server and scripts', async ({ product, page, browser }) => {
  const lesson = await product.lesson({ title: 'Loops', screens: SCREENS });
  const name = `lesson ${lesson.sequence}`;
  await page.goto(lesson.url);
  await openTab(page, 'Review and publish');
  await page.getByRole('region', { name: 'Export' }).getByRole('button', { name: 'More formats…' }).click();
  await expect(dialog(page, name).getByRole('region', { name: 'Left out' })).toContainText(
    'Screen 2, Printing: The chat prompt isn’t in the notebook.',
  );
  await expectAccessible(page, 'the export dialog', { within: DIALOG });
  const files: string[] = [];
  for (const format of ['Zip', 'Jupyter notebooks', 'MyST project', 'Quarto project'])
    files.push((await download(page, name, format)).file);
  expect(files).toEqual([`${lesson.sequence}.zip`, 'loops-notebooks.zip', 'loops-myst.zip', 'loops-quarto.zip']);
  const { path } = await download(page, name, 'Website');
  await promisify(execFile)('python3', ['-m', 'zipfile', '-e', path, folder]);

  const reader = await browser.newContext({ offline: true });
  const site = await reader.newPage();
  await site.goto(`file://${folder}/index.html`);
  await site.getByRole('link', { name: 'Loops' }).click();
  await expect(site.getByRole('heading', { level: 1, name: 'Loops' })).toBeVisible();
  await site.getByRole('link', { name: /Next/ }).click();
  await expect(site.getByText('Mind the end')).toBeVisible();
  await expect(site.getByText('It starts at 0.')).toBeHidden();
  await site.getByText('Solution').click();
  await expect(site.getByText('It starts at 0.')).toBeVisible();
  await expectAccessible(site, 'a text screen of the website');
  await site.getByRole('link', { name: /Next/ }).click();
  await expect(site.getByText('Print it.')).toBeVisible();
  await expect(site.getByText('number = 1')).toBeHidden();
  await site.getByText('Answer').click();
  await expect(site.getByText('number = 1')).toBeVisible();
  await expectAccessible(site, 'a code screen of the website');
  await reader.close();
});

test('selected lessons and releases are exported together', async ({ product, page }) => {
  const release = await product.release('Autumn');
  const word = `Together${product.number()}`;
  for (const title of ['one', 'two']) await product.lesson({ title: `${word} ${title}`, release, screens: [SCREENS[1]] });
  await page.goto(`${product.url}/?q=${word}`);
  await page.getByLabel('Search lessons').fill(word);
  for (const title of ['one', 'two'])
    await page
      .getByRole('row')
      .filter({ hasText: `${word} ${title}` })
      .getByRole('checkbox')
      .check();
  await page.getByRole('toolbar', { name: 'Selected lessons' }).getByRole('button', { name: 'More formats…' }).click();
  const left = dialog(page, '2 lessons').getByRole('region', { name: 'Left out' });
  await left.getByText(`${word} two: 1 item`).click();
  await expect(left.getByText('The chat prompt isn’t in the notebook.')).toBeVisible();
  expect((await download(page, '2 lessons', 'MyST project')).file).toBe('lessons-myst.zip');

  await page.goto(`${product.url}/releases?q=${encodeURIComponent(release.name)}`);
  await page.getByRole('button', { name: `More formats of ${release.name}` }).click();
  expect((await download(page, release.name, 'Quarto project')).file).toMatch(/^autumn-\d+-quarto\.zip$/);
});
