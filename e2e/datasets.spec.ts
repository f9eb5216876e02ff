import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import { DATASET_CHUNK_BYTES } from '#features/datasets/datasets.policy.ts';
import type { Client } from '#platform/contract/client.ts';
import { zipBytes } from '#testing/zip-bytes.ts';
import { DIALOG, expectAccessible } from './accessible.ts';
import { openTab, write } from './author.ts';
import { expect, test, type Product } from './product.ts';

let product: Product;
let client: Client<Api>;
let page: Page;
let folder: string;
/** Chunks that pass before the connection is cut; null: all of them. */
let passing: number | null = null;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, product: shared }) => {
  product = shared;
  ({ client } = product);
  folder = test.info().outputPath('files');
  await mkdir(folder, { recursive: true });
  const row = 'species,count\n';
  await writeFile(join(folder, 'birds.csv'), `${row}wren,3\n`);
  await writeFile(join(folder, 'notes.txt'), 'Counted in May.');
  // Three chunks, and a zip of two.
  await writeFile(join(folder, 'big.csv'), row.padEnd(2 * DATASET_CHUNK_BYTES + 1_000, 'wren,1\n'));
  const photos = [
    { name: 'north/1.txt', bytes: 'a wren' },
    { name: 'large.bin', bytes: new Uint8Array(DATASET_CHUNK_BYTES) },
  ];
  await writeFile(join(folder, 'photos.zip'), zipBytes(photos));
  page = await product.open(browser);
  // The browser itself asks before leaving during an upload.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.route('**/api/dataset/chunk', async (route) => {
    if (passing === 0) {
      await route.abort('connectionreset');
      return;
    }
    if (passing !== null) passing -= 1;
    await route.continue();
  });
});
test.afterAll(() => page?.context().close());

const FILES = ['birds.csv', 'notes.txt', 'big.csv', 'photos.zip'];
const paths = (names: readonly string[]) => names.map((name) => join(folder, name));
const choose = (dialog: Locator, names: readonly string[]) => dialog.getByLabel('Files of the dataset').setInputFiles(paths(names));
const toast = (text: string) => page.getByRole('status').filter({ hasText: text });

test('a dataset upload survives a lost connection and a reload of the page', async () => {
  await page.goto(product.url);
  await page.getByRole('link', { name: 'Datasets' }).click();
  await expect(page.getByRole('row', { name: /island-ferry/ })).toContainText('101');
  await expectAccessible(page, 'the dataset of the samples');
  await page.getByRole('button', { name: 'New Dataset' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'New Dataset' });
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog).toContainText('A dataset needs a name.');
  await expect(dialog).toContainText('Enter a description.');
  await expect(dialog).toContainText('Choose at least one file.');
  await dialog.getByLabel('Name').fill('birds');
  await dialog.getByLabel('Description').fill('Counted birds');
  await choose(dialog, FILES);
  await dialog.getByRole('switch', { name: 'photos.zip is a directory' }).check({ force: true });
  await expectAccessible(page, 'New Dataset', { within: DIALOG });

  passing = 2;
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByText('The upload resumes automatically')).toBeVisible({ timeout: 240_000 });
  await expect(dialog.getByRole('button', { name: 'Upload' })).toBeDisabled();
  await expectAccessible(page, 'an upload that waits', { within: DIALOG });
  // The connection works for one chunk, then the page is closed.
  passing = 1;
  await expect.poll(async () => passing, { timeout: 240_000 }).toBe(0);
  await expect(dialog.getByText('The upload resumes automatically')).toBeVisible({ timeout: 240_000 });
  await page.reload();

  await expect(dialog.getByText(/The upload of “birds” was interrupted after /)).toBeVisible();
  passing = null;
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('birds');
  await choose(dialog, ['notes.txt', 'photos.zip']);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(toast('Dataset “birds” created.')).toBeVisible({ timeout: 240_000 });
  const row = page.getByRole('row', { name: /birds/ });
  await expect(row).toContainText('Counted birds');

  const [dataset] = await client.listDatasets();
  const [version] = await client.listDatasetVersions({ params: { id: dataset?.id ?? 0 } });
  expect(version?.files.map(({ file_name }) => file_name)).toEqual([
    'big.csv',
    'birds.csv',
    'notes.txt',
    'photos/large.bin',
    'photos/north/1.txt',
  ]);
});

const READ = "print(open('birds/birds.csv').read())\nprint(open('birds/photos/north/1.txt').read())";

let lesson: Awaited<ReturnType<Product['lesson']>>;

/** Runs the code on the screen, as a newly opened page. */
async function readBirds(): Promise<void> {
  await page.goto(lesson.screenUrl);
  await openTab(page, 'Initial code');
  await write(page, 'Initial code', READ);
  await page.keyboard.press('ControlOrMeta+Enter');
}

test('it is attached to a lesson, whose code reads it', async () => {
  lesson = await product.lesson({ title: 'Counting birds', screens: [{ type: 'code', title: 'Birds' }] });
  await page.goto(`${lesson.url}?tab=packages`);
  const section = page.getByRole('region', { name: 'Datasets' });
  await section.getByRole('button', { name: 'Add datasets' }).click();
  const picker = page.getByRole('dialog', { name: 'Add datasets' });
  await picker.getByRole('checkbox', { name: 'birds' }).check();
  await expectAccessible(page, 'the picker of datasets', { within: DIALOG });
  await picker.getByRole('button', { name: 'Attach' }).click();
  await expect(section).toContainText('Code finds the files in the folder “birds”.');

  await readBirds();
  await expect(page.getByText('a wren')).toBeVisible({ timeout: 240_000 });
});

test('it gets a new version, and the lesson switches to it', async () => {
  const section = page.getByRole('region', { name: 'Datasets' });
  await page.goto(`${product.url}/datasets`);
  await page.getByRole('button', { name: 'Actions for birds' }).click();
  await page.getByRole('menuitem', { name: 'Upload new version' }).click();
  const dialog = page.getByRole('dialog', { name: 'New version of birds' });
  await dialog.getByLabel('Description').fill('Counted again');
  await writeFile(join(folder, 'birds.csv'), 'species,count\nowl,7\n');
  await choose(dialog, ['birds.csv', 'photos.zip']);
  await dialog.getByRole('switch', { name: 'photos.zip is a directory' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(toast('New version of “birds” uploaded.')).toBeVisible({ timeout: 240_000 });
  await page.getByRole('link', { name: 'birds' }).click();
  await expect(page.getByRole('row', { name: /Counted again/ })).toContainText('3 files');
  await expect(page.getByRole('row', { name: /Counted birds/ })).toContainText(String(lesson.sequence));
  const uses = page.getByRole('region', { name: 'Used in' }).getByRole('listitem');
  await expect(uses.filter({ has: page.getByRole('link', { name: `Lesson ${lesson.sequence}` }) })).toContainText(
    'Uses an earlier version',
  );
  await expectAccessible(page, 'what uses a dataset', { within: 'section[aria-label="Used in"]' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: /^Download version/ })
      .first()
      .click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^birds-[0-9a-f]{8}\.zip$/);

  await page.goto(`${lesson.url}?tab=packages`);
  await expect(section).toContainText('Newer version');
  await section.getByRole('button', { name: 'Change version of birds' }).click();
  const versions = page.getByRole('dialog', { name: 'Change version of birds' });
  await versions.getByRole('radio', { name: /latest/ }).check();
  await expectAccessible(page, 'the versions to change to', { within: DIALOG });
  await versions.getByRole('button', { name: 'Change version' }).click();
  await expect(section.getByText('Newer version')).toBeHidden();

  await readBirds();
  await expect(page.getByText('owl,7')).toBeVisible({ timeout: 240_000 });

  await page.goto(`${lesson.url}?tab=packages`);
  await section.getByRole('button', { name: 'Remove birds' }).click();
  await expect(section).toContainText('No datasets attached.');
  await toast('Dataset “birds” removed.').getByRole('button', { name: 'Undo' }).click();
  await expect(section).toContainText('Code finds the files in the folder “birds”.');
});

test('an archived dataset is hidden by default, and cannot be attached', async () => {
  await page.goto(`${product.url}/datasets`);
  await page.getByRole('button', { name: 'Actions for birds' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(page.getByRole('row', { name: /birds/ })).toBeHidden();
  await page.getByText('hide archived').click();
  await expect(page).toHaveURL(/archived=shown/);
  await expect(page.getByRole('row', { name: /birds/ })).toContainText('Archived');
  await page.getByRole('button', { name: 'Actions for birds' }).click();
  await page.getByRole('menuitem', { name: 'Unarchive' }).click();
  await expect(toast('Dataset “birds” unarchived.')).toBeVisible();
});
