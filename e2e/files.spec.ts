import type { Locator, Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { expectAccessible } from './accessible.ts';
import { editor, typeAtEnd } from './author.ts';
import { keptDrafts } from './kept-drafts.ts';
import { expect, test } from './product.ts';

let client: Client<Api>;
let page: Page;
let lessonId: number;
let url: string;

// Each test continues with the files of the previous one.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, product }) => {
  ({ client } = product);
  ({ id: lessonId, url } = await product.lesson({ title: 'Reading files' }));
  page = await product.open(browser);
});
test.afterAll(() => page?.context().close());

const files = () => client.listDataFiles({ params: { id: lessonId } });
const contents = async (fileName: string) => (await client.getDataFileContents({ params: { id: lessonId, fileName } })).contents;
const listed = (): Locator => page.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem');
const dialog = (): Locator => page.getByRole('dialog');

/** Drops files on the Files section, as from the desktop. */
async function drop(given: readonly { name: string; text: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((all) => {
    const made = new DataTransfer();
    for (const { name, text } of all) made.items.add(new File([text], name));
    return made;
  }, given);
  const zone = page.getByRole('group', { name: 'Upload files' });
  for (const type of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(type, { dataTransfer: transfer });
}

/** Saves a file as another user, based on its current version. */
async function saveElsewhere(fileName: string, text: string): Promise<void> {
  const params = { id: lessonId, fileName };
  const { sha256 } = await client.getDataFileContents({ params });
  await client.saveDataFileContents({ params, body: { contents: text, sha256 } });
}

test('several files are dropped at once, with a question about one that exists', async () => {
  await page.goto(`${url}?tab=packages`);
  await expect(page.getByText('No files yet.')).toBeVisible();
  await drop([
    { name: 'points.csv', text: 'name,points\nAda,3\n' },
    { name: 'notes.txt', text: 'one\n' },
  ]);
  await expect(listed()).toHaveCount(2);
  await drop([{ name: 'notes.txt', text: 'two\n' }]);
  await expect(page.getByText('A file named notes.txt already exists.')).toBeVisible();
  expect(await contents('notes.txt')).toBe('one\n');
  await page.getByRole('button', { name: 'Overwrite' }).click();
  await expect.poll(() => contents('notes.txt')).toBe('two\n');
  await expect(listed()).toHaveCount(2);
  await expectAccessible(page, 'the Files section after a drop');
});

test('another user saves the open file: both texts are shown, and one is chosen', async () => {
  await page.getByRole('button', { name: 'notes.txt', exact: true }).click();
  await typeAtEnd(page, 'notes.txt', 'mine');
  await saveElsewhere('notes.txt', 'theirs\n');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(dialog().getByText('Another author saved notes.txt after you opened it.')).toBeVisible();
  await expect(editor(page, 'Yours: notes.txt')).toContainText('mine');
  await expect(editor(page, 'Theirs: notes.txt')).toContainText('theirs');
  await dialog().getByRole('button', { name: 'Take theirs' }).click();
  await expect(editor(page, 'notes.txt')).toHaveText('theirs');

  await typeAtEnd(page, 'notes.txt', 'and mine');
  await saveElsewhere('notes.txt', 'theirs again\n');
  await page.keyboard.press('ControlOrMeta+s');
  await dialog().getByRole('button', { name: 'Save mine' }).click();
  await expect.poll(() => contents('notes.txt')).toBe('theirs\nand mine');
  await expect(dialog().getByRole('button', { name: 'Save mine' })).toHaveCount(0);
  await expect(editor(page, 'notes.txt')).toContainText('and mine');
});

test('unsaved edits of a file survive a reload', async () => {
  await typeAtEnd(page, 'notes.txt', ', kept');
  await expect.poll(() => keptDrafts(page)).toContain('and mine, kept');
  await dialog().getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await expect(dialog()).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'notes.txt', exact: true }).click();
  await expect(dialog().getByText('were kept in this browser')).toBeVisible();
  await expect(editor(page, 'notes.txt')).toContainText('and mine, kept');
  expect(await contents('notes.txt')).toBe('theirs\nand mine');
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await expect(editor(page, 'notes.txt')).not.toContainText('kept');
  await dialog().getByRole('button', { name: 'Close' }).click();
  await expect(dialog()).toHaveCount(0);
});

test('a file shown in the editor is a tab of its screens, and saves automatically', async () => {
  await client.saveLesson({ params: { id: lessonId }, body: { language: 'python' } });
  const first = await client.createScreen({ params: { id: lessonId }, body: { sequence: 1 } });
  const second = await client.createScreen({ params: { id: lessonId }, body: { sequence: 2 } });
  for (const screenId of [first.newScreenId, second.newScreenId]) {
    await client.saveScreen({ params: { lessonId, screenId }, body: { type: 'code' } });
  }
  const file = (await files()).find(({ file_name }) => file_name === 'points.csv');
  await client.saveDataFile({ params: { fileId: file?.id ?? 0 }, body: { show_in_editor: true, screens: [first.newScreenId] } });

  await page.goto(`${url}/screen/${second.newScreenId}`);
  await expect(page.getByRole('tab', { name: 'Initial' }).first()).toBeVisible();
  await expect(page.getByRole('tab', { name: 'points.csv' })).toHaveCount(0);
  await page.goto(`${url}/screen/${first.newScreenId}`);
  await page.getByRole('tab', { name: 'points.csv' }).click();
  await expect(page).toHaveURL(new RegExp(`file=${file?.id}`));
  await typeAtEnd(page, 'points.csv', 'Ben,4');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => contents('points.csv')).toBe('name,points\nAda,3\nBen,4');
  await expectAccessible(page, 'the open file after a conflict');
});
