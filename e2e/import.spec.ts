import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pngBytes } from '#testing/png-bytes.ts';
import { DIALOG, expectAccessible } from './accessible.ts';
import { editor, openTab } from './author.ts';
import { contentGit } from './content-git.ts';
import { expect, test } from './product.ts';

const NOTEBOOK = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: 'python3', language: 'python' } },
  cells: [
    {
      cell_type: 'markdown',
      source: '# Counting\n\nWe count. ![A square](attachment:square.png)',
      attachments: { 'square.png': { 'image/png': pngBytes(20, 20).toString('base64') } },
    },
    {
      cell_type: 'code',
      source: '!pip install numpy\nprint(1 + 1)\n[3 + 4]',
      outputs: [
        { output_type: 'stream', name: 'stdout', text: '2\n' },
        { output_type: 'execute_result', data: { 'text/plain': '[7]' } },
      ],
    },
    { cell_type: 'markdown', source: '## Widgets\n\n![A chart](charts/one.png)' },
    {
      cell_type: 'code',
      source: 'slider()',
      outputs: [{ output_type: 'display_data', data: { 'application/vnd.jupyter.widget-view+json': {} } }],
    },
  ],
};
const MARKDOWN = '---\ntitle: Reading tables\n---\n\n# Rows\n\nText.\n\n```sql\nSELECT 1\n```\n';
const file = (name: string, text: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import lessons' });
const card = (page: Page, name: string) => dialog(page).getByRole('listitem', { name });

test('a notebook and a Markdown file become lessons, and what did not fit is reported', async ({ product, open }) => {
  const author = await product.author('Nora Field');
  const page = await open(author);
  const highest = Math.max(...(await product.client.listLessons()).map(({ sequence }) => sequence));
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog(page)).toContainText('You see a preview here before anything is created.');
  await expect(dialog(page).getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles([
      file('counting.ipynb', JSON.stringify(NOTEBOOK)),
      file('tables.md', MARKDOWN),
      file('broken.ipynb', '{"cells": ['),
      file('slides.pdf', '%PDF'),
    ]);
  await expect(card(page, 'broken.ipynb')).toContainText('it is not valid JSON');
  await expect(card(page, 'slides.pdf')).toContainText('Only Jupyter notebooks (.ipynb), Markdown files (.md), questions');
  await expect(card(page, 'tables.md')).toContainText('SQL · 1 screen');
  await expect(card(page, 'tables.md')).toContainText('Everything can be imported.');
  await expect(card(page, 'tables.md').getByLabel('Title')).toHaveValue('Reading tables');
  await expect(card(page, 'counting.ipynb')).toContainText('Python · 2 screens · 1 image');
  await expect(card(page, 'counting.ipynb').getByLabel('Number')).toHaveValue(String(highest + 1));
  await card(page, 'counting.ipynb').getByRole('button', { name: '3 items can’t be imported' }).click();
  await expect(card(page, 'counting.ipynb').getByRole('list', { name: 'Not imported' })).toContainText(
    'Cell 4 Not recorded from its output: an interactive widget.',
  );
  // Two files can't have the same number.
  await card(page, 'tables.md')
    .getByLabel('Number')
    .fill(String(highest + 1));
  await expect(card(page, 'tables.md')).toContainText('Another file has this number.');
  await expect(dialog(page).getByRole('button', { name: 'Import 2 lessons' })).toBeDisabled();
  // A number of an existing lesson is rejected too.
  await card(page, 'tables.md').getByLabel('Number').fill('101');
  await dialog(page).getByLabel('Learners read and run it').check();
  await expectAccessible(page, 'the import dialog with files', { within: DIALOG });
  await dialog(page).getByRole('button', { name: 'Import 2 lessons' }).click();
  await expect(card(page, 'counting.ipynb')).toContainText('Imported');
  await expect(card(page, 'tables.md').getByRole('alert')).toContainText('101');
  await card(page, 'tables.md')
    .getByLabel('Number')
    .fill(String(highest + 2));
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog(page)).toContainText('2 lessons imported.');
  await expect(card(page, 'counting.ipynb')).toContainText('add what it installs to the packages of the lesson');

  await card(page, 'counting.ipynb')
    .getByRole('link', { name: `Open lesson ${highest + 1}` })
    .click();
  await page.waitForURL('**/lesson/*');
  await page
    .getByRole('link', { name: /Counting/ })
    .first()
    .click();
  await expect(editor(page, 'Learn')).toContainText('We count. ![A square](../../images/square.png)');
  const rows = await product.client.listLessons();
  const counting = rows.find(({ title, sequence }) => title === 'Counting' && sequence === highest + 1);
  const screens = await product.client.listScreens({ params: { id: counting?.id ?? 0 } });
  const code = '# !pip install numpy\nprint(1 + 1)\n[3 + 4]';
  expect(screens[0]).toMatchObject({ initial_code: code, answer_code: code, answer_output: { stdout: '2\n[7]\n' } });
  expect(screens[1]).toMatchObject({ runs_after: 'all', display_code: '', answer_code: 'slider()' });
  expect(rows.find(({ title }) => title === 'Reading tables')).toMatchObject({ sequence: highest + 2, language: 'sql' });
  // A run shows the value that the notebook showed.
  await openTab(page, 'Initial code');
  await editor(page, 'Initial code').click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await openTab(page, 'Output');
  await expect(page.getByRole('group', { name: 'Output', exact: true })).toContainText('[7]', { timeout: 240_000 });
  const branch = (await product.client.listReleases()).find(({ id }) => id === counting?.release_id)?.version_major ?? '';
  const inGit = async () => contentGit(product.server, 'ls-tree', '-r', '--name-only', branch);
  await expect.poll(inGit, { timeout: 240_000 }).toContain(`lessons/${highest + 1}-counting/images/square.png`);
});

test('a release is exported, and recreated from its zip', async ({ product, open }) => {
  const author = await product.author('Zora Packer');
  const page = await open(author);
  for (const title of ['Rows', 'Columns']) await product.lesson({ title, client: author.client });
  const again = product.unique('Made again');
  const before = await product.client.listLessons();
  const drafts = (await product.client.listReleases()).find(({ version_major }) => version_major === author.drafts);
  const name = drafts?.name ?? '';
  await page.goto(`${product.url}/releases?q=${encodeURIComponent(name)}`);
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 240_000 }),
    page.getByRole('button', { name: `Export ${name}`, exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${drafts?.version_major.replaceAll('/', '-')}.zip`);
  const zip = await readFile(await download.path());
  await page.getByRole('button', { name: 'Add Release' }).click();
  const adding = page.getByRole('dialog');
  await adding.getByRole('tab', { name: 'Create from Zip' }).click();
  await adding.getByLabel('Name', { exact: true }).fill(again);
  await adding.locator('input[type=file]').setInputFiles({ name: 'drafts.zip', mimeType: 'application/zip', buffer: zip });
  await adding.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('button', { name: again, exact: true })).toBeVisible({ timeout: 240_000 });
  const made = (await product.client.listReleases()).find((release) => release.name === again);
  const told = (releaseId: number | undefined, rows: typeof before) =>
    rows.filter(({ release_id }) => release_id === releaseId).map(({ sequence, title, language }) => ({ sequence, title, language }));
  expect(told(made?.id, await product.client.listLessons())).toEqual(told(drafts?.id, before));
});
